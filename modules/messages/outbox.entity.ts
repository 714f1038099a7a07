import { entity } from "#kernel/entity.ts";
import { anyId, datetime, int, longtext, pick } from "#kernel/field.ts";

/** What happened but could not be told yet: whoever listens failed. What it was about is said, never what it carried. */
export const msgOutbox = entity("BaseMsgOutbox", "未处理事件", "Unprocessed event", {
  service: "messageServer",
  view: true,
  appendOnly: true,
  fields: {
    no: int("序号", "No."),
    at: datetime("发生时间", "Happened"),
    eventCode: pick("事件", "Event", "NOTICE_EVENT"),
    bizType: pick("单据类型", "Record type", "ENTITY", { optional: true }),
    bizId: anyId("记录", "Record id", { max: 64, optional: true }),
    tryCount: int("已试次数", "Tries"),
    nextTryAt: datetime("下次处理", "Next try"),
    lastError: longtext("错误", "Error", { max: 2000, optional: true }),
    requestId: anyId("请求编号", "Request id", { max: 60, optional: true }),
  },
  sees: { internal: "all" },
  title: ["eventCode", "bizId"],
  list: ["at", "eventCode", "bizType", "bizId", "tryCount", "nextTryAt", "lastError", "requestId"],
  search: ["eventCode", "bizType", "at"],
  order: [["no", "desc"]],
});

/** Only what failed at least once: what is merely on its way is told within seconds. */
export const messageViews: Readonly<Record<string, string>> = {
  BaseMsgOutbox: `select o.no::text as id, 'system' as "createdBy", o.at as "creationDate", 'system' as "lastUpdatedBy", o.at as "lastUpdateDate", 1 as "versionNum",
    o.no::int as no, o.at, o.event as "eventCode", nullif(o.entity, '') as "bizType", nullif(o."docId", '') as "bizId", o.tries as "tryCount", o."nextTryAt",
    o.error as "lastError", nullif(o."requestId", '') as "requestId"
  from "Outbox" o where o."doneAt" is null and o.error is not null`,
};
