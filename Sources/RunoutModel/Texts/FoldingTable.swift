/// The plain forms of Latin, Greek and Cyrillic letters, and of punctuation.
///
/// Built from `rows` and a few rules when the first such character is met: 0.1 ms, 17 KB.
struct FoldingTable: Sendable {
  static let shared = FoldingTable()

  /// The index of a character's entry; nil for characters outside the table.
  static func slot(of scalar: UInt32) -> Int? {
    switch scalar {
    case 0..<end: Int(scalar)
    case ligatures: Int(end + scalar - ligatures.lowerBound)
    default: nil
    }
  }

  private static let end: UInt32 = 0x2240
  /// `ﬀ` to `ﬆ`, at the end of the table.
  private static let ligatures: ClosedRange<UInt32> = 0xFB00...0xFB06

  /// No entry: the rules for scripts decide.
  static let unlisted: UInt16 = 0
  private static let nothing: UInt16 = 1
  /// Entries from here on are indexes into `texts`. The range is that of surrogates, so no character is lost.
  private static let firstText: UInt16 = 0xD800

  /// By character. Entries other than the above are the character it folds to; ASCII symbols separate words.
  private(set) var entries: [UInt16]
  private(set) var texts: [[UInt8]] = []

  static func folded(_ entry: UInt16) -> TextFolding.Folded {
    switch entry {
    case nothing: return .nothing
    case firstText..<0xE000: return .text(Int(entry - firstText))
    case 0x61...0x7A, 0x30...0x39, 0x80...: return .letter(UInt32(entry))
    default: return .symbol(UInt32(entry))
    }
  }

  private init() {
    entries = Array(repeating: Self.unlisted, count: Int(Self.end) + Self.ligatures.count)
    for upper in 0x0391...0x03A9 where upper != 0x03A2 { entries[upper] = UInt16(upper + 0x20) }
    for lower in 0x03B1...0x03C9 { entries[lower] = UInt16(lower) }
    for upper in 0x0410...0x042F { entries[upper] = UInt16(upper + 0x20) }
    for upper in 0x0400...0x040F { entries[upper] = UInt16(upper + 0x50) }
    for lower in 0x0430...0x045F { entries[lower] = UInt16(lower) }

    var isKey = true
    var key: [UInt16] = []
    for scalar in Self.rows.unicodeScalars {
      switch (scalar, isKey) {
      case ("\n", _):
        isKey = true
        key = []
      case (" ", _):
        isKey = false
        if key.count > 1 { key = [entry(forText: key)] }
      case ("_", true): key.append(UInt16(TextFolding.space))
      case (_, true): key.append(UInt16(scalar.value))
      case (_, false): if let slot = Self.slot(of: scalar.value) { entries[slot] = key[0] }
      }
    }

    for range in Self.dropped { for scalar in range { entries[Int(scalar)] = Self.nothing } }
    // Hyphens separate words: `A-ha` is two however the dash is written.
    for scalar in 0x2010...0x2015 { entries[scalar] = UInt16(UInt8(ascii: "-")) }
    entries[0x2212] = UInt16(UInt8(ascii: "-"))
    for scalar in [0xAB, 0xBB, 0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x2039, 0x203A] {
      entries[scalar] = UInt16(UInt8(ascii: "\""))
    }
    for scalar in Array(0x2000...0x200A) + [0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F] {
      entries[scalar] = UInt16(TextFolding.space)
    }
    entries[0x2026] = entry(forText: Array(repeating: UInt16(UInt8(ascii: ".")), count: 3))
    entries[0xD7] = UInt16(UInt8(ascii: "x"))
  }

  /// The entry for several ASCII characters; adds their text when it is new.
  private mutating func entry(forText key: [UInt16]) -> UInt16 {
    let bytes = key.map { UInt8(truncatingIfNeeded: $0) }
    if let index = texts.firstIndex(of: bytes) { return Self.firstText + UInt16(index) }
    texts.append(bytes)
    return Self.firstText + UInt16(texts.count - 1)
  }

  /// Characters that fold to nothing: lone accents, vowel points that are seldom written, apostrophes, invisible marks.
  private static let dropped: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0xB4...0xB4, 0x02B9...0x02BF, 0x02C8...0x02C8, 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD,
    0x05BF...0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05F3...0x05F4, 0x0610...0x061A, 0x0640...0x0640,
    0x064B...0x065F, 0x0670...0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200F, 0x2018...0x201B,
    0x202A...0x202E, 0x2032...0x2032, 0x2035...0x2035, 0x2060...0x2069, 0x20D0...0x20FF,
  ]

  /// A line is a folded form and the characters that fold to it; `_` is a space.
  ///
  /// Compatibility decompositions of Unicode 15 without marks, in lower case. Letters that do not decompose (`ø`, `ł`,
  /// `đ`, `ß`, `æ`, …) were added by hand. Escapes protect characters that normalising this file would change.
  private static let rows = """
    0 ⁰₀
    1 ¹₁
    2 ²₂
    3 ³₃
    4 ⁴₄
    5 ⁵₅
    6 ⁶₆
    7 ⁷₇
    8 ⁸₈
    9 ⁹₉
    _0/3_ ↉
    _1/10_ ⅒
    _1/2_ ½
    _1/3_ ⅓
    _1/4_ ¼
    _1/5_ ⅕
    _1/6_ ⅙
    _1/7_ ⅐
    _1/8_ ⅛
    _1/9_ ⅑
    _1/_ ⅟
    _2/3_ ⅔
    _2/5_ ⅖
    _3/4_ ¾
    _3/5_ ⅗
    _3/8_ ⅜
    _4/5_ ⅘
    _5/6_ ⅚
    _5/8_ ⅝
    _7/8_ ⅞
    a ªÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧȺɐḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặₐ\u{212B}
    ae ÆæǢǣǼǽ
    b ƀƁƂƃɃɓḂḃḄḅḆḇℬ
    c ÇçĆćĈĉĊċČčƇƈȻȼḈḉℂℭⅭⅽ
    d ÐðĎďĐđƉƊƋƌȡɖɗḊḋḌḍḎḏḐḑḒḓⅅⅆⅮⅾ
    db ȸ
    dz ǄǅǆǱǲǳ
    e ÈÉÊËèéêëĒēĔĕĖėĘęĚěƎƏƐǝȄȅȆȇȨȩɆɇəɛḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệₑₔℇℯℰⅇ
    f ƑƒḞḟℱ
    ff ﬀ
    ffi ﬃ
    ffl ﬄ
    fi ﬁ
    fl ﬂ
    g ĜĝĞğĠġĢģƓǦǧǴǵɠɡḠḡℊ
    h ĤĥĦħȞȟḢḣḤḥḦḧḨḩḪḫẖₕℋℌℍℎℏ
    i ÌÍÎÏìíîïĨĩĪīĬĭĮįİıƗǏǐȈȉȊȋɨḬḭḮḯỈỉỊịⁱℐℑℹⅈⅠⅰ
    ii Ⅱⅱ
    iii Ⅲⅲ
    ij Ĳĳ
    iv Ⅳⅳ
    ix Ⅸⅸ
    j ĴĵǰɈɉɟⅉ
    k ĶķĸƘƙǨǩḰḱḲḳḴḵₖ\u{212A}
    l ĹĺĻļĽľŁłƚƛȴȽḶḷḸḹḺḻḼḽₗℒℓⅬⅼ
    lj Ǉǈǉ
    m ƜɯḾḿṀṁṂṃₘℳⅯⅿ
    n ÑñŃńŅņŇňŉŊŋƝƞǸǹȠȵɲṄṅṆṇṈṉṊṋⁿₙℕ
    nj Ǌǋǌ
    o ºÒÓÔÕÖØòóôõöøŌōŎŏŐőƆƟƠơǑǒǪǫǬǭǾǿȌȍȎȏȪȫȬȭȮȯȰȱɔɵṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợₒℴ
    oe Œœ
    oi Ƣƣ
    ou Ȣȣ
    p ƤƥṔṕṖṗₚℙ
    q Ɋɋℚ
    qp ȹ
    r ŔŕŖŗŘřƦȐȑȒȓɌɍʀṘṙṚṛṜṝṞṟℛℜℝ
    s ŚśŜŝŞşŠšſƩȘșȿʃṠṡṢṣṤṥṦṧṨṩẛẜẝₛ
    ss ßẞ
    st ﬅﬆ
    t ŢţŤťŦŧƫƬƭƮȚțȶȾʈṪṫṬṭṮṯṰṱẗₜ
    th Þþ
    u ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưƱǓǔǕǖǗǘǙǚǛǜȔȕȖȗɄʉʊṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự
    v ƲɅʋʌṼṽṾṿⅤⅴ
    vi Ⅵⅵ
    vii Ⅶⅶ
    viii Ⅷⅷ
    w ŴŵẀẁẂẃẄẅẆẇẈẉẘ
    x ẊẋẌẍₓⅩⅹ
    xi Ⅺⅺ
    xii Ⅻⅻ
    y ÝýÿŶŷŸƳƴȲȳɎɏẎẏẙỲỳỴỵỶỷỸỹ
    z ŹźŻżŽžƵƶȤȥɀẐẑẒẓẔẕℤℨ
    ʒ ƷǮǯ
    α ΆάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰ\u{1F71}ᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺ\u{1FBB}ᾼ
    β ϐ
    γ ℽℾ
    ε ΈέϵἐἑἒἓἔἕἘἙἚἛἜἝὲ\u{1F73}Ὲ\u{1FC9}
    η ΉήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴ\u{1F75}ᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῃῄῆῇῊ\u{1FCB}ῌ
    θ ϑ
    ι ΊΐΪίϊἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶ\u{1F77}\u{1FBE}ῐῑῒ\u{1FD3}ῖῗῘῙῚ\u{1FDB}
    κ ϰ
    μ µ
    ο ΌόὀὁὂὃὄὅὈὉὊὋὌὍὸ\u{1F79}Ὸ\u{1FF9}
    π ϖℼℿ
    ρ ϱῤῥῬ
    σ ςϲϹ
    υ ΎΫΰϋύϒϓϔὐὑὒὓὔὕὖὗὙὛὝὟὺ\u{1F7B}ῠῡῢ\u{1FE3}ῦῧῨῩῪ\u{1FEB}
    φ ϕ
    ω ΏώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼ\u{1F7D}ᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺ\u{1FFB}ῼ\u{2126}
    а ӐӑӒӓ
    г Ѓѓ
    е ЀЁѐёӖӗ
    ж ӁӂӜӝ
    з Ӟӟ
    и ЍЙйѝӢӣӤӥ
    к Ќќ
    о Ӧӧ
    у ЎўӮӯӰӱӲӳ
    ч Ӵӵ
    ы Ӹӹ
    э Ӭӭ
    і Її
    ѵ Ѷѷ
    ә Ӛӛ
    ө Ӫӫ
    \u{5D0} ℵ
    \u{5D1} ℶ
    \u{5D2} ℷ
    \u{5D3} ℸ
    \u{627} \u{622}\u{623}\u{625}
    \u{648} \u{624}
    \u{64A} \u{626}
    \u{6C1} \u{6C2}
    \u{6D2} \u{6D3}
    \u{6D5} \u{6C0}
    """
}
