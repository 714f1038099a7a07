/** Head offices of banks in China: code of the interbank system where it has one of its own, names, SWIFT. */
export const bankLines = `
102 中国工商银行/Industrial and Commercial Bank of China/ICBKCNBJ
103 中国农业银行/Agricultural Bank of China/ABOCCNBJ
104 中国银行/Bank of China/BKCHCNBJ
105 中国建设银行/China Construction Bank/PCBCCNBJ
201 国家开发银行/China Development Bank/SDBCCNBJ
202 中国进出口银行/Export-Import Bank of China/EIBCCNBJ
203 中国农业发展银行/Agricultural Development Bank of China/ADBNCNBJ
301 交通银行/Bank of Communications/COMMCNSH
302 中信银行/China CITIC Bank/CIBKCNBJ
303 中国光大银行/China Everbright Bank/EVERCNBJ
304 华夏银行/Hua Xia Bank/HXBKCNBJ
305 中国民生银行/China Minsheng Bank/MSBCCNBJ
306 广发银行/China Guangfa Bank/GDBKCN22
307 平安银行/Ping An Bank/SZDBCNBS
308 招商银行/China Merchants Bank/CMBCCNBS
309 兴业银行/Industrial Bank/FJIBCNBA
310 上海浦东发展银行/Shanghai Pudong Development Bank/SPDBCNSH
315 恒丰银行/Hengfeng Bank/HFBACNSD
316 浙商银行/China Zheshang Bank/ZJCBCN2N
318 渤海银行/China Bohai Bank/CHBHCNBT
403 中国邮政储蓄银行/Postal Savings Bank of China/PSBCCNBJ
BOB 北京银行/Bank of Beijing/BJCNCNBJ
BOS 上海银行/Bank of Shanghai/BOSHCNSH
BONJ 南京银行/Bank of Nanjing/NJCBCNBN
BONB 宁波银行/Bank of Ningbo/BKNBCN2N
BOJS 江苏银行/Bank of Jiangsu/BOJSCNBN
BOHZ 杭州银行/Bank of Hangzhou/HZCBCN2H
`;
