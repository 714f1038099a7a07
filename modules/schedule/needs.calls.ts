import { each, onPage, onPages, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const scheduleNeeds: NeedsOf = {
  ...each("jobService", ["runs", "health"], readersOf("BaseScheduleJob")),
  "requestService/log": readersOf("BaseScheduleRequest"),
  "errorService/groups": readersOf("BaseScheduleError"),
  "outsideService/cost": readersOf("SrmBaseTripartiteLogs"),
  "outsideService/rates": readersOf("SrmBaseInterfaceLogs"),
  ...each("baseRedisService", ["listKeys", "getValue"], onPages("redis")),
  "baseRedisService/deleteKey": onPage("redis", "btnDelete"),
  "baseRedisService/info": onPages("redis", "redisManage"),
  "baseRedisService/clearGroup": onPage("redisManage", "btnRefresh", "btnClear"),
  "v1/srmBaseInterfaceLogsRestful/doResend": pressersOf("SrmBaseInterfaceLogs", "btnResend"),
  "v1/srmBaseTripartiteLogsRestful/doRetry": pressersOf("SrmBaseTripartiteLogs", "btnRetry"),
  ...each("v1/baseTransactionCompenRestful", ["doSkip", "doDone"], readersOf("BaseTransactionCompen")),
};
