import { entity } from "#kernel/entity.ts";
import { datetime, int, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";

/** What the process said about itself. */
export const systemLog = entity("BaseSystemLog", "系统日志", "System log", {
  service: "baseServer",
  appendOnly: true,
  fields: {
    time: datetime("时间", "Time"),
    level: pick("级别", "Level", "LOG_LEVEL"),
    logger: text("来源", "Logger", { max: 100 }),
    message: longtext("内容", "Message", { max: 8000 }),
    requestId: text("请求编号", "Request id", { max: 60, optional: true }),
    node: text("节点", "Node", { max: 60, optional: true }),
    detail: payload("明细", "Detail", { optional: true }),
  },
  sees: { internal: "all" },
  title: ["logger", "message"],
  list: ["time", "level", "logger", "message", "requestId", "node"],
  search: ["time", "level", "logger", "message", "requestId", "node"],
  order: [["time", "desc"]],
  views: { errors: ["错误", "Errors", () => ({ level: "ERROR" })] },
  lists: { log: { route: "log" } },
});

/** The journal as administrators read it: who did what to which record, what was before and what after. */
export const operateLog = entity("BaseOperateLog", "操作日志", "Operation log", {
  service: "baseServer",
  view: true,
  appendOnly: true,
  fields: {
    no: int("序号", "No."),
    at: datetime("时间", "Time"),
    userId: ref("BaseUsers", "用户", "User"),
    account: text("账号", "Account", { max: 60 }),
    onBehalfOf: ref("BaseUsers", "代何人", "On behalf of", { optional: true }),
    respId: ref("BaseResponsibility", "职责", "Responsibility", { optional: true }),
    action: pick("动作", "Action", "ACTION"),
    entity: pick("单据类型", "Record type", "ENTITY"),
    bizId: text("记录", "Record id", { max: 60 }),
    bizNum: text("单据编号", "Record", { max: 200, optional: true }),
    why: longtext("原因", "Reason", { max: 2000, optional: true }),
    changeText: longtext("变更", "Changes", { optional: true }),
    changes: payload("变更明细", "Change details"),
    ip: text("地址", "Address", { max: 64, optional: true }),
    requestId: text("请求编号", "Request id", { max: 60 }),
    personFlag: yn("人员操作", "By a person"),
  },
  sees: { internal: "all" },
  title: ["bizNum", "account"],
  list: ["at", "userId", "account", "onBehalfOf", "respId", "action", "entity", "bizNum", "changeText", "why", "ip", "requestId"],
  search: ["at", "userId", "account", "entity", "bizNum", "action", "requestId"],
  order: [["no", "desc"]],
  views: { people: ["人员操作", "By people", () => ({ personFlag: "Y" })] },
  pages: { list: "userOperateLogList" },
});
