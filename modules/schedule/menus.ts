import { folder, page, type MenuFolder } from "#kernel/module.ts";
import { transactionCompen } from "#kernel/platform/compen.entity.ts";
import { interfaceLog, tripartiteLog } from "#kernel/platform/outside-log.entity.ts";
import { scheduleError, scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { root } from "#modules/admin/index.ts";

/** Programs, their runs, what went wrong, and what the system keeps and says. */
export const scheduleMenus: readonly MenuFolder[] = [
  root("ADMIN", [
    folder("ADMIN_SCHEDULE", "调度与监控", "Scheduling", [
      page("concurrentPrograms", "并发程序", "Programs", {
        entities: [scheduleJob],
        reads: [scheduleRequest],
        buttons: ["btnAdd", "btnSave", "btnEnable", "btnDisable", "btnRunNow", "btnExport"],
        children: ["concurrentPrograms/ConcurrentProgramsDetail"],
      }),
      page("submitRequest", "运行请求", "Requests", {
        entities: [scheduleRequest],
        reads: [scheduleJob],
        buttons: ["btnSubmit", "btnCancel", "btnPause", "btnResume", "btnRerun", "btnLog", "btnExport"],
        children: ["submitRequestDetail"],
      }),
      page("schedulingError", "调度异常", "Scheduling errors", {
        entities: [scheduleError],
        reads: [scheduleRequest, scheduleJob],
        buttons: ["btnRerun", "btnHandled", "btnExport"],
      }),
      page("transactionCompen", "事务补偿", "Compensation", {
        entities: [transactionCompen],
        buttons: ["btnRetry", "btnSkip", "btnDone", "btnExport"],
      }),
      page("redis", "缓存键", "Cache keys", { buttons: ["btnDelete"] }),
      page("redisManage", "缓存管理", "Cache", { buttons: ["btnRefresh", "btnClear"] }),
      page("srmBaseInterfaceLogsList", "接口日志", "Interface logs", {
        entities: [interfaceLog],
        buttons: ["btnDetail", "btnResend", "btnExport"],
      }),
      page("srmBaseTripartiteLogsList", "第三方日志", "Third-party logs", {
        entities: [tripartiteLog],
        buttons: ["btnDetail", "btnRetry", "btnExport"],
      }),
    ]),
  ]),
];
