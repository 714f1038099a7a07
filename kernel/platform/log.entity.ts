import { entity } from "#kernel/entity.ts";
import { datetime, longtext, payload, pick, text } from "#kernel/field.ts";

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
