extension RouteTable {
  /// Makes the table of all routes.
  init(_ backend: Backend) {
    self.init()
    DatabaseRoutes(backend: backend).add(to: &self)
    VersionRoutes(backend: backend).add(to: &self)
    DiscographyRoutes(backend: backend).add(to: &self)
    SearchRoutes(backend: backend).add(to: &self)
    OAuthRoutes(backend: backend).add(to: &self)
    UserRoutes(backend: backend).add(to: &self)
    CollectionRoutes(backend: backend).add(to: &self)
    WantListRoutes(backend: backend).add(to: &self)
    MarketplaceRoutes(backend: backend).add(to: &self)
    ImageRoutes(backend: backend).add(to: &self)
  }
}
