public import RunoutModel
import Wording

extension QueryError {
  /// One sentence on the problem and its fix: `No field “lable”: did you mean “label:”?`
  public var sentence: String {
    switch reason {
    case .empty: PageWords.typeASearch
    case .unknownField(let name, let guess): QueryWords.unknownField(name, guess: guess)
    case .emptyPhrase: QueryWords.emptyPhrase
    case .openPhrase: QueryWords.openPhrase
    case .valueMissing(let field, let example): QueryWords.needsValue(field, example: example)
    case .notAYear: QueryWords.year
    case .tooLong(let count): QueryWords.tooLong(count)
    case .backwards(let from, let to): QueryWords.backwards(from: from, to: to)
    case .notAType: QueryWords.type
    case .notARating: QueryWords.rating
    case .notANumber(let field): QueryWords.number(field)
    case .notADate(let field): QueryWords.date(field)
    case .notAFlag("owned"): QueryWords.owned
    case .notAFlag(let field): QueryWords.flag(field)
    case .notAGrade(let field, let grades): QueryWords.grade(field, grades)
    case .notABarcode: QueryWords.barcode
    case .notAnAmount(let field): QueryWords.amount(field)
    case .roleWithoutCredit: QueryWords.roleWithoutCredit
    case .ofShelf(let field): QueryWords.ofShelf(field)
    case .ofCopies(let field): QueryWords.ofCopies(field)
    case .noPaidField: QueryWords.noPaidField
    }
  }
}
