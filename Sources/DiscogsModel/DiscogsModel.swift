// DiscogsModel
