/** ISO 4217: code, names, digits after the point; those dealt in here most stand first. */
export const currencyLines = `
CNY 人民币/Chinese yuan/2 · USD 美元/US dollar/2 · EUR 欧元/Euro/2 · JPY 日元/Japanese yen/0 · HKD 港元/Hong Kong dollar/2
GBP 英镑/Pound sterling/2 · KRW 韩元/Korean won/0 · TWD 新台币/New Taiwan dollar/2 · MOP 澳门元/Macanese pataca/2
SGD 新加坡元/Singapore dollar/2 · MYR 马来西亚林吉特/Malaysian ringgit/2 · THB 泰铢/Thai baht/2 · VND 越南盾/Vietnamese dong/0
IDR 印度尼西亚卢比/Indonesian rupiah/2 · PHP 菲律宾比索/Philippine peso/2 · INR 印度卢比/Indian rupee/2 · AUD 澳大利亚元/Australian dollar/2
CAD 加拿大元/Canadian dollar/2 · NZD 新西兰元/New Zealand dollar/2 · CHF 瑞士法郎/Swiss franc/2 · SEK 瑞典克朗/Swedish krona/2
NOK 挪威克朗/Norwegian krone/2 · DKK 丹麦克朗/Danish krone/2 · RUB 俄罗斯卢布/Russian rouble/2 · AED 阿联酋迪拉姆/United Arab Emirates dirham/2
AFN 阿富汗尼/Afghan afghani/2 · ALL 阿尔巴尼亚列克/Albanian lek/2 · AMD 亚美尼亚德拉姆/Armenian dram/2
ANG 荷属安的列斯盾/Netherlands Antillean guilder/2 · AOA 安哥拉宽扎/Angolan kwanza/2 · ARS 阿根廷比索/Argentine peso/2
AWG 阿鲁巴弗罗林/Aruban florin/2 · AZN 阿塞拜疆马纳特/Azerbaijani manat/2 · BAM 波斯尼亚-黑塞哥维那可兑换马克/Bosnia-Herzegovina Convertible mark/2
BBD 巴巴多斯元/Barbadian dollar/2 · BDT 孟加拉塔卡/Bangladeshi taka/2 · BGN 保加利亚列弗/Bulgarian lev/2 · BHD 巴林第纳尔/Bahraini dinar/3
BIF 布隆迪法郎/Burundian franc/0 · BMD 百慕大元/Bermudan dollar/2 · BND 文莱元/Brunei dollar/2 · BOB 玻利维亚诺/Bolivian boliviano/2
BRL 巴西雷亚尔/Brazilian real/2 · BSD 巴哈马元/Bahamian dollar/2 · BTN 不丹努尔特鲁姆/Bhutanese ngultrum/2 · BWP 博茨瓦纳普拉/Botswanan pula/2
BYN 白俄罗斯卢布/Belarusian ruble/2 · BZD 伯利兹元/Belize dollar/2 · CDF 刚果法郎/Congolese franc/2 · CLP 智利比索/Chilean peso/0
COP 哥伦比亚比索/Colombian peso/2 · CRC 哥斯达黎加科朗/Costa Rican Colón/2 · CUP 古巴比索/Cuban peso/2 · CVE 佛得角埃斯库多/Cape Verdean escudo/2
CZK 捷克克朗/Czech koruna/2 · DJF 吉布提法郎/Djiboutian franc/0 · DOP 多米尼加比索/Dominican peso/2 · DZD 阿尔及利亚第纳尔/Algerian dinar/2
EGP 埃及镑/Egyptian pound/2 · ERN 厄立特里亚纳克法/Eritrean nakfa/2 · ETB 埃塞俄比亚比尔/Ethiopian birr/2 · FJD 斐济元/Fijian dollar/2
FKP 福克兰群岛镑/Falkland Islands pound/2 · GEL 格鲁吉亚拉里/Georgian lari/2 · GHS 加纳塞地/Ghanaian cedi/2 · GIP 直布罗陀镑/Gibraltar pound/2
GMD 冈比亚达拉西/Gambian dalasi/2 · GNF 几内亚法郎/Guinean franc/0 · GTQ 危地马拉格查尔/Guatemalan quetzal/2 · GYD 圭亚那元/Guyanaese dollar/2
HNL 洪都拉斯伦皮拉/Honduran lempira/2 · HTG 海地古德/Haitian gourde/2 · HUF 匈牙利福林/Hungarian forint/2 · ILS 以色列新谢克尔/Israeli New shekel/2
IQD 伊拉克第纳尔/Iraqi dinar/3 · IRR 伊朗里亚尔/Iranian rial/2 · ISK 冰岛克朗/Icelandic Króna/0 · JMD 牙买加元/Jamaican dollar/2
JOD 约旦第纳尔/Jordanian dinar/3 · KES 肯尼亚先令/Kenyan shilling/2 · KGS 吉尔吉斯斯坦索姆/Kyrgyz som/2 · KHR 柬埔寨瑞尔/Cambodian riel/2
KMF 科摩罗法郎/Comorian franc/0 · KPW 朝鲜元/North Korean won/2 · KWD 科威特第纳尔/Kuwaiti dinar/3 · KYD 开曼元/Cayman Islands dollar/2
KZT 哈萨克斯坦坚戈/Kazakhstani tenge/2 · LAK 老挝基普/Laotian kip/2 · LBP 黎巴嫩镑/Lebanese pound/2 · LKR 斯里兰卡卢比/Sri Lankan rupee/2
LRD 利比里亚元/Liberian dollar/2 · LSL 莱索托洛蒂/Lesotho loti/2 · LYD 利比亚第纳尔/Libyan dinar/3 · MAD 摩洛哥迪拉姆/Moroccan dirham/2
MDL 摩尔多瓦列伊/Moldovan leu/2 · MGA 马达加斯加阿里亚里/Malagasy ariary/2 · MKD 马其顿第纳尔/Macedonian denar/2 · MMK 缅甸元/Myanmar kyat/2
MNT 蒙古图格里克/Mongolian tugrik/2 · MRU 毛里塔尼亚乌吉亚/Mauritanian ouguiya/2 · MUR 毛里求斯卢比/Mauritian rupee/2
MVR 马尔代夫卢菲亚/Maldivian rufiyaa/2 · MWK 马拉维克瓦查/Malawian kwacha/2 · MXN 墨西哥比索/Mexican peso/2 · MZN 莫桑比克美提卡/Mozambican metical/2
NAD 纳米比亚元/Namibian dollar/2 · NGN 尼日利亚奈拉/Nigerian naira/2 · NIO 尼加拉瓜科多巴/Nicaraguan Córdoba/2 · NPR 尼泊尔卢比/Nepalese rupee/2
OMR 阿曼里亚尔/Omani rial/3 · PAB 巴拿马巴波亚/Panamanian balboa/2 · PEN 秘鲁索尔/Peruvian sol/2 · PGK 巴布亚新几内亚基那/Papua New Guinean kina/2
PKR 巴基斯坦卢比/Pakistani rupee/2 · PLN 波兰兹罗提/Polish zloty/2 · PYG 巴拉圭瓜拉尼/Paraguayan guarani/0 · QAR 卡塔尔里亚尔/Qatari riyal/2
RON 罗马尼亚列伊/Romanian leu/2 · RSD 塞尔维亚第纳尔/Serbian dinar/2 · RWF 卢旺达法郎/Rwandan franc/0 · SAR 沙特里亚尔/Saudi riyal/2
SBD 所罗门群岛元/Solomon Islands dollar/2 · SCR 塞舌尔卢比/Seychellois rupee/2 · SDG 苏丹镑/Sudanese pound/2 · SHP 圣赫勒拿群岛磅/St. Helena pound/2
SLE 塞拉利昂利昂/Sierra Leonean leone/2 · SOS 索马里先令/Somali shilling/2 · SRD 苏里南元/Surinamese dollar/2 · SSP 南苏丹镑/South Sudanese pound/2
STN 圣多美和普林西比多布拉/São Tomé & Príncipe dobra/2 · SVC 萨尔瓦多科朗/Salvadoran Colón/2 · SYP 叙利亚镑/Syrian pound/2
SZL 斯威士兰里兰吉尼/Swazi lilangeni/2 · TJS 塔吉克斯坦索莫尼/Tajikistani somoni/2 · TMT 土库曼斯坦马纳特/Turkmenistani manat/2
TND 突尼斯第纳尔/Tunisian dinar/3 · TOP 汤加潘加/Tongan Paʻanga/2 · TRY 土耳其里拉/Turkish lira/2 · TTD 特立尼达和多巴哥元/Trinidad & Tobago dollar/2
TZS 坦桑尼亚先令/Tanzanian shilling/2 · UAH 乌克兰格里夫纳/Ukrainian hryvnia/2 · UGX 乌干达先令/Ugandan shilling/0 · UYU 乌拉圭比索/Uruguayan peso/2
UZS 乌兹别克斯坦苏姆/Uzbekistani som/2 · VES 委内瑞拉玻利瓦尔/Venezuelan Bolívar/2 · VUV 瓦努阿图瓦图/Vanuatu vatu/0 · WST 萨摩亚塔拉/Samoan tala/2
XAF 中非法郎/Central African CFA franc/0 · XCD 东加勒比元/East Caribbean dollar/2 · XCG 加勒比盾/Caribbean guilder/2 · XOF 西非法郎/West African CFA franc/0
XPF 太平洋法郎/CFP franc/0 · YER 也门里亚尔/Yemeni rial/2 · ZAR 南非兰特/South African rand/2 · ZMW 赞比亚克瓦查/Zambian kwacha/2
`;
