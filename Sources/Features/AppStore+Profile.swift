import Clients
import DiscogsModel

/// Changing what one shows of oneself.
extension AppStore {
  /// Opens the form for the user's own profile; others' can only be read.
  func editProfile(_ model: UserModel) -> Bool {
    guard let profile = model.profile else { return false }
    guard case .signedIn(let user?) = account, user.lowercased() == profile.userName.lowercased() else {
      notice = "Only your own profile can be changed: :user opens it"
      return true
    }
    let rows = FormModel.rows(of: profile)
    open(
      .form(
        FormModel(
          "Edit your profile", about: profile.userName, context: context, source: { rows },
          onSave: { [weak self, weak model] changes in self?.save(changes, of: model) })))
    return true
  }

  private func save(_ changes: [FormModel.Change], of model: UserModel?) {
    closePopup()
    guard !changes.isEmpty else {
      notice = "Nothing was changed"
      return
    }
    let community = context.services.community
    let change = ProfileChange(changes)
    tasks.run { [weak self, weak model] in
      do throws(ClientError) {
        try await community.editProfile(change)
        self?.notify(.confirmation, "Saved your profile")
        model?.reload()
      } catch {
        self?.report("Your profile stays as it was", error, from: model)
      }
    }
  }
}

extension FormModel {
  /// What of a profile can be changed.
  nonisolated public enum ProfilePart: Hashable, Sendable {
    case realName, location, homePage, profile, currency
  }

  nonisolated static func rows(of profile: UserProfile) -> [Row] {
    func text(_ part: ProfilePart, _ name: String, _ value: String) -> Row {
      Row(.profile(part), name, value) { .text(of: $0) }
    }
    return [
      text(.realName, "Name", profile.realName), text(.location, "Location", profile.location),
      text(.homePage, "Site", profile.homePage), text(.profile, "Profile", profile.profile),
      Row(.profile(.currency), "Currency", profile.currency?.code ?? "") {
        .choice(of: $0, from: Currency.known.map(\.code))
      },
    ]
  }
}

extension ProfileChange {
  /// What was changed, and nothing else.
  nonisolated fileprivate init(_ changes: [FormModel.Change]) {
    self.init()
    for change in changes {
      guard case .profile(let part) = change.subject else { continue }
      switch part {
      case .realName: realName = change.value
      case .location: location = change.value
      case .homePage: homePage = change.value
      case .profile: profile = change.value
      case .currency: currency = Currency(change.value)
      }
    }
  }
}
