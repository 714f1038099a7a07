import { anyone, each, onPages, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

const own = anyone("the caller's own messages and wishes");

/** Who needs the calls of this area. */
export const messagesNeeds: NeedsOf = {
  ...each("baseMsgBoxService", ["findMine", "unreadCount", "findById", "doRead", "doStar", "doArchive"], own),
  "baseMsgInstanceService/findPage": readersOf("BaseMsgInstance"),
  "baseMsgHistoryService/findPage": readersOf("BaseMsgHistory"),
  "baseMsgLogService/findPage": readersOf("BaseMsgLog"),
  ...each(
    "baseMsgInstanceService",
    ["findById", "doCancel", "doPause", "doResume", "doRelease", "doRefuse", "retryFailed", "doRecall", "remindUnread"],
    readersOf("BaseMsgInstance"),
  ),
  ...each("baseMsgInstanceService", ["findByBiz", "resend"], anyone("stands beside every document, whose readers it asks for")),
  "baseMsgOutboxService/retry": readersOf("BaseMsgLog"),
  "baseMsgLogService/retry": readersOf("BaseMsgLog"),
  ...each("baseMsgInstanceService", ["sendManual", "countReceivers"], readersOf("BaseMsgInstance")),
  ...each("baseMsgReceiveService", ["checkSql", "checkQuery", "test"], readersOf("BaseMsgReceive")),
  ...each("baseMsgTempleCfgService", ["preview", "publish"], readersOf("BaseMsgTemplate")),
  ...each("baseMsgSourceCfgService", ["test", "setSecret"], readersOf("BaseMsgSource")),
  "baseMsgCfgService/test": readersOf("BaseMsgCfg"),
  ...each("baseMsgUserService", ["rotate", "revealAddress"], readersOf("BaseMsgUser")),
  "v1/srmBaseNoticeConfigRestful/testSend": readersOf("SrmBaseNoticeConfig"),
  ...each("baseMsgUnsubscribeService", ["listMine", "save", "restore"], own),
  ...each("baseMsgPreferenceService", ["findMine", "save", "test"], own),
  ...each("baseArticleService", ["publish", "withdraw"], pressersOf("BaseArticle", "btnPublish", "btnWithdraw")),
  ...each("baseArticleService", ["listForReader", "findForReader", "feedback"], anyone("articles for all readers of the caller's side")),
  ...each(
    "baseMsgReportService",
    ["deliveryRate", "readRate", "cost", "failingAddresses", "unsubscribeRate", "articles"],
    onPages("msgInstance", "msgLog"),
  ),
};
