/**
 * The national code table, a line for each province: two digits, name, name in English, then its cities, each with the next two digits.
 * Municipalities have counties instead, with four digits. Complete for provinces, prefectures and the counties of municipalities.
 */
export const provinceLines = `
11 北京市/Beijing: 0101东城区/Dongcheng 0102西城区/Xicheng 0105朝阳区/Chaoyang 0106丰台区/Fengtai 0107石景山区/Shijingshan 0108海淀区/Haidian 0109门头沟区/Mentougou 0111房山区/Fangshan 0112通州区/Tongzhou 0113顺义区/Shunyi 0114昌平区/Changping 0115大兴区/Daxing 0116怀柔区/Huairou 0117平谷区/Pinggu 0118密云区/Miyun 0119延庆区/Yanqing
12 天津市/Tianjin: 0101和平区/Heping 0102河东区/Hedong 0103河西区/Hexi 0104南开区/Nankai 0105河北区/Hebei 0106红桥区/Hongqiao 0110东丽区/Dongli 0111西青区/Xiqing 0112津南区/Jinnan 0113北辰区/Beichen 0114武清区/Wuqing 0115宝坻区/Baodi 0116滨海新区/Binhai 0117宁河区/Ninghe 0118静海区/Jinghai 0119蓟州区/Jizhou
13 河北省/Hebei: 01石家庄市/Shijiazhuang 02唐山市/Tangshan 03秦皇岛市/Qinhuangdao 04邯郸市/Handan 05邢台市/Xingtai 06保定市/Baoding 07张家口市/Zhangjiakou 08承德市/Chengde 09沧州市/Cangzhou 10廊坊市/Langfang 11衡水市/Hengshui
14 山西省/Shanxi: 01太原市/Taiyuan 02大同市/Datong 03阳泉市/Yangquan 04长治市/Changzhi 05晋城市/Jincheng 06朔州市/Shuozhou 07晋中市/Jinzhong 08运城市/Yuncheng 09忻州市/Xinzhou 10临汾市/Linfen 11吕梁市/Lvliang
15 内蒙古自治区/Inner Mongolia: 01呼和浩特市/Hohhot 02包头市/Baotou 03乌海市/Wuhai 04赤峰市/Chifeng 05通辽市/Tongliao 06鄂尔多斯市/Ordos 07呼伦贝尔市/Hulunbuir 08巴彦淖尔市/Bayannur 09乌兰察布市/Ulanqab 22兴安盟/Hinggan 25锡林郭勒盟/Xilingol 29阿拉善盟/Alxa
21 辽宁省/Liaoning: 01沈阳市/Shenyang 02大连市/Dalian 03鞍山市/Anshan 04抚顺市/Fushun 05本溪市/Benxi 06丹东市/Dandong 07锦州市/Jinzhou 08营口市/Yingkou 09阜新市/Fuxin 10辽阳市/Liaoyang 11盘锦市/Panjin 12铁岭市/Tieling 13朝阳市/Chaoyang 14葫芦岛市/Huludao
22 吉林省/Jilin: 01长春市/Changchun 02吉林市/Jilin 03四平市/Siping 04辽源市/Liaoyuan 05通化市/Tonghua 06白山市/Baishan 07松原市/Songyuan 08白城市/Baicheng 24延边朝鲜族自治州/Yanbian
23 黑龙江省/Heilongjiang: 01哈尔滨市/Harbin 02齐齐哈尔市/Qiqihar 03鸡西市/Jixi 04鹤岗市/Hegang 05双鸭山市/Shuangyashan 06大庆市/Daqing 07伊春市/Yichun 08佳木斯市/Jiamusi 09七台河市/Qitaihe 10牡丹江市/Mudanjiang 11黑河市/Heihe 12绥化市/Suihua 27大兴安岭地区/Daxing'anling
31 上海市/Shanghai: 0101黄浦区/Huangpu 0104徐汇区/Xuhui 0105长宁区/Changning 0106静安区/Jing'an 0107普陀区/Putuo 0109虹口区/Hongkou 0110杨浦区/Yangpu 0112闵行区/Minhang 0113宝山区/Baoshan 0114嘉定区/Jiading 0115浦东新区/Pudong 0116金山区/Jinshan 0117松江区/Songjiang 0118青浦区/Qingpu 0120奉贤区/Fengxian 0151崇明区/Chongming
32 江苏省/Jiangsu: 01南京市/Nanjing 02无锡市/Wuxi 03徐州市/Xuzhou 04常州市/Changzhou 05苏州市/Suzhou 06南通市/Nantong 07连云港市/Lianyungang 08淮安市/Huai'an 09盐城市/Yancheng 10扬州市/Yangzhou 11镇江市/Zhenjiang 12泰州市/Taizhou 13宿迁市/Suqian
33 浙江省/Zhejiang: 01杭州市/Hangzhou 02宁波市/Ningbo 03温州市/Wenzhou 04嘉兴市/Jiaxing 05湖州市/Huzhou 06绍兴市/Shaoxing 07金华市/Jinhua 08衢州市/Quzhou 09舟山市/Zhoushan 10台州市/Taizhou 11丽水市/Lishui
34 安徽省/Anhui: 01合肥市/Hefei 02芜湖市/Wuhu 03蚌埠市/Bengbu 04淮南市/Huainan 05马鞍山市/Ma'anshan 06淮北市/Huaibei 07铜陵市/Tongling 08安庆市/Anqing 10黄山市/Huangshan 11滁州市/Chuzhou 12阜阳市/Fuyang 13宿州市/Suzhou 15六安市/Lu'an 16亳州市/Bozhou 17池州市/Chizhou 18宣城市/Xuancheng
35 福建省/Fujian: 01福州市/Fuzhou 02厦门市/Xiamen 03莆田市/Putian 04三明市/Sanming 05泉州市/Quanzhou 06漳州市/Zhangzhou 07南平市/Nanping 08龙岩市/Longyan 09宁德市/Ningde
36 江西省/Jiangxi: 01南昌市/Nanchang 02景德镇市/Jingdezhen 03萍乡市/Pingxiang 04九江市/Jiujiang 05新余市/Xinyu 06鹰潭市/Yingtan 07赣州市/Ganzhou 08吉安市/Ji'an 09宜春市/Yichun 10抚州市/Fuzhou 11上饶市/Shangrao
37 山东省/Shandong: 01济南市/Jinan 02青岛市/Qingdao 03淄博市/Zibo 04枣庄市/Zaozhuang 05东营市/Dongying 06烟台市/Yantai 07潍坊市/Weifang 08济宁市/Jining 09泰安市/Tai'an 10威海市/Weihai 11日照市/Rizhao 13临沂市/Linyi 14德州市/Dezhou 15聊城市/Liaocheng 16滨州市/Binzhou 17菏泽市/Heze
41 河南省/Henan: 01郑州市/Zhengzhou 02开封市/Kaifeng 03洛阳市/Luoyang 04平顶山市/Pingdingshan 05安阳市/Anyang 06鹤壁市/Hebi 07新乡市/Xinxiang 08焦作市/Jiaozuo 09濮阳市/Puyang 10许昌市/Xuchang 11漯河市/Luohe 12三门峡市/Sanmenxia 13南阳市/Nanyang 14商丘市/Shangqiu 15信阳市/Xinyang 16周口市/Zhoukou 17驻马店市/Zhumadian 9001济源市/Jiyuan
42 湖北省/Hubei: 01武汉市/Wuhan 02黄石市/Huangshi 03十堰市/Shiyan 05宜昌市/Yichang 06襄阳市/Xiangyang 07鄂州市/Ezhou 08荆门市/Jingmen 09孝感市/Xiaogan 10荆州市/Jingzhou 11黄冈市/Huanggang 12咸宁市/Xianning 13随州市/Suizhou 28恩施土家族苗族自治州/Enshi 9004仙桃市/Xiantao 9005潜江市/Qianjiang 9006天门市/Tianmen 9021神农架林区/Shennongjia
43 湖南省/Hunan: 01长沙市/Changsha 02株洲市/Zhuzhou 03湘潭市/Xiangtan 04衡阳市/Hengyang 05邵阳市/Shaoyang 06岳阳市/Yueyang 07常德市/Changde 08张家界市/Zhangjiajie 09益阳市/Yiyang 10郴州市/Chenzhou 11永州市/Yongzhou 12怀化市/Huaihua 13娄底市/Loudi 31湘西土家族苗族自治州/Xiangxi
44 广东省/Guangdong: 01广州市/Guangzhou 02韶关市/Shaoguan 03深圳市/Shenzhen 04珠海市/Zhuhai 05汕头市/Shantou 06佛山市/Foshan 07江门市/Jiangmen 08湛江市/Zhanjiang 09茂名市/Maoming 12肇庆市/Zhaoqing 13惠州市/Huizhou 14梅州市/Meizhou 15汕尾市/Shanwei 16河源市/Heyuan 17阳江市/Yangjiang 18清远市/Qingyuan 19东莞市/Dongguan 20中山市/Zhongshan 51潮州市/Chaozhou 52揭阳市/Jieyang 53云浮市/Yunfu
45 广西壮族自治区/Guangxi: 01南宁市/Nanning 02柳州市/Liuzhou 03桂林市/Guilin 04梧州市/Wuzhou 05北海市/Beihai 06防城港市/Fangchenggang 07钦州市/Qinzhou 08贵港市/Guigang 09玉林市/Yulin 10百色市/Baise 11贺州市/Hezhou 12河池市/Hechi 13来宾市/Laibin 14崇左市/Chongzuo
46 海南省/Hainan: 01海口市/Haikou 02三亚市/Sanya 03三沙市/Sansha 04儋州市/Danzhou 9001五指山市/Wuzhishan 9002琼海市/Qionghai 9005文昌市/Wenchang 9006万宁市/Wanning 9007东方市/Dongfang 9021定安县/Ding'an 9022屯昌县/Tunchang 9023澄迈县/Chengmai 9024临高县/Lingao 9025白沙黎族自治县/Baisha 9026昌江黎族自治县/Changjiang 9027乐东黎族自治县/Ledong 9028陵水黎族自治县/Lingshui 9029保亭黎族苗族自治县/Baoting 9030琼中黎族苗族自治县/Qiongzhong
50 重庆市/Chongqing: 0101万州区/Wanzhou 0102涪陵区/Fuling 0103渝中区/Yuzhong 0104大渡口区/Dadukou 0105江北区/Jiangbei 0106沙坪坝区/Shapingba 0107九龙坡区/Jiulongpo 0108南岸区/Nan'an 0109北碚区/Beibei 0110綦江区/Qijiang 0111大足区/Dazu 0112渝北区/Yubei 0113巴南区/Banan 0114黔江区/Qianjiang 0115长寿区/Changshou 0116江津区/Jiangjin 0117合川区/Hechuan 0118永川区/Yongchuan 0119南川区/Nanchuan 0120璧山区/Bishan 0151铜梁区/Tongliang 0152潼南区/Tongnan 0153荣昌区/Rongchang 0154开州区/Kaizhou 0155梁平区/Liangping 0156武隆区/Wulong 0229城口县/Chengkou 0230丰都县/Fengdu 0231垫江县/Dianjiang 0233忠县/Zhongxian 0235云阳县/Yunyang 0236奉节县/Fengjie 0237巫山县/Wushan 0238巫溪县/Wuxi 0240石柱土家族自治县/Shizhu 0241秀山土家族苗族自治县/Xiushan 0242酉阳土家族苗族自治县/Youyang 0243彭水苗族土家族自治县/Pengshui
51 四川省/Sichuan: 01成都市/Chengdu 03自贡市/Zigong 04攀枝花市/Panzhihua 05泸州市/Luzhou 06德阳市/Deyang 07绵阳市/Mianyang 08广元市/Guangyuan 09遂宁市/Suining 10内江市/Neijiang 11乐山市/Leshan 13南充市/Nanchong 14眉山市/Meishan 15宜宾市/Yibin 16广安市/Guang'an 17达州市/Dazhou 18雅安市/Ya'an 19巴中市/Bazhong 20资阳市/Ziyang 32阿坝藏族羌族自治州/Aba 33甘孜藏族自治州/Garze 34凉山彝族自治州/Liangshan
52 贵州省/Guizhou: 01贵阳市/Guiyang 02六盘水市/Liupanshui 03遵义市/Zunyi 04安顺市/Anshun 05毕节市/Bijie 06铜仁市/Tongren 23黔西南布依族苗族自治州/Qianxinan 26黔东南苗族侗族自治州/Qiandongnan 27黔南布依族苗族自治州/Qiannan
53 云南省/Yunnan: 01昆明市/Kunming 03曲靖市/Qujing 04玉溪市/Yuxi 05保山市/Baoshan 06昭通市/Zhaotong 07丽江市/Lijiang 08普洱市/Pu'er 09临沧市/Lincang 23楚雄彝族自治州/Chuxiong 25红河哈尼族彝族自治州/Honghe 26文山壮族苗族自治州/Wenshan 28西双版纳傣族自治州/Xishuangbanna 29大理白族自治州/Dali 31德宏傣族景颇族自治州/Dehong 33怒江傈僳族自治州/Nujiang 34迪庆藏族自治州/Deqen
54 西藏自治区/Tibet: 01拉萨市/Lhasa 02日喀则市/Shigatse 03昌都市/Qamdo 04林芝市/Nyingchi 05山南市/Shannan 06那曲市/Nagqu 25阿里地区/Ngari
61 陕西省/Shaanxi: 01西安市/Xi'an 02铜川市/Tongchuan 03宝鸡市/Baoji 04咸阳市/Xianyang 05渭南市/Weinan 06延安市/Yan'an 07汉中市/Hanzhong 08榆林市/Yulin 09安康市/Ankang 10商洛市/Shangluo
62 甘肃省/Gansu: 01兰州市/Lanzhou 02嘉峪关市/Jiayuguan 03金昌市/Jinchang 04白银市/Baiyin 05天水市/Tianshui 06武威市/Wuwei 07张掖市/Zhangye 08平凉市/Pingliang 09酒泉市/Jiuquan 10庆阳市/Qingyang 11定西市/Dingxi 12陇南市/Longnan 29临夏回族自治州/Linxia 30甘南藏族自治州/Gannan
63 青海省/Qinghai: 01西宁市/Xining 02海东市/Haidong 22海北藏族自治州/Haibei 23黄南藏族自治州/Huangnan 25海南藏族自治州/Hainan 26果洛藏族自治州/Golog 27玉树藏族自治州/Yushu 28海西蒙古族藏族自治州/Haixi
64 宁夏回族自治区/Ningxia: 01银川市/Yinchuan 02石嘴山市/Shizuishan 03吴忠市/Wuzhong 04固原市/Guyuan 05中卫市/Zhongwei
65 新疆维吾尔自治区/Xinjiang: 01乌鲁木齐市/Urumqi 02克拉玛依市/Karamay 04吐鲁番市/Turpan 05哈密市/Hami 23昌吉回族自治州/Changji 27博尔塔拉蒙古自治州/Bortala 28巴音郭楞蒙古自治州/Bayingolin 29阿克苏地区/Aksu 30克孜勒苏柯尔克孜自治州/Kizilsu 31喀什地区/Kashgar 32和田地区/Hotan 40伊犁哈萨克自治州/Ili 42塔城地区/Tacheng 43阿勒泰地区/Altay 9001石河子市/Shihezi 9002阿拉尔市/Aral 9003图木舒克市/Tumxuk 9004五家渠市/Wujiaqu 9005北屯市/Beitun 9006铁门关市/Tiemenguan 9007双河市/Shuanghe 9008可克达拉市/Kokdala 9009昆玉市/Kunyu 9010胡杨河市/Huyanghe 9011新星市/Xinxing 9012白杨市/Baiyang
71 台湾省/Taiwan:
81 香港特别行政区/Hong Kong:
82 澳门特别行政区/Macao:
`;
