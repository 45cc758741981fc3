// LiveClients
