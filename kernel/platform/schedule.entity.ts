import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { code, datetime, files, int, longtext, payload, pick, ref, refs, rows, text, yn } from "#kernel/field.ts";
import { lookup, type Lookup } from "#kernel/module.ts";
import { houseZone } from "#kernel/time.ts";
import { named } from "./names.ts";

/** What a program is run with. */
export const scheduleParam = entity("BaseScheduleParam", "程序参数", "Program parameter", {
  service: "baseServer",
  fields: {
    seqNum: int("顺序", "Order", { initial: 10, least: 1, most: 9999 }),
    paramKey: text("参数", "Key", { max: 60, pattern: "[A-Za-z][A-Za-z0-9_]*" }),
    ...named("名称", "Label", { max: 100 }, "label"),
    paramType: pick("类型", "Type", "JOB_PARAM_TYPE", { initial: "TEXT" }),
    requiredFlag: yn("必填", "Required", { initial: "N" }),
    lookupType: text("快码类型", "Lookup type", { max: 60, optional: true }),
    defaultValue: text("默认值", "Default", {
      max: 500,
      optional: true,
      hint: ["可写表达式，如 ${today-1}、${month-1}、${now}", "Can be an expression such as ${today-1}, ${month-1}, ${now}"],
    }),
  },
  requires: { lookupType: (param) => param.paramType === "LOOKUP" },
  shownWhen: { lookupType: (param) => param.paramType === "LOOKUP" },
  sees: { internal: "all" },
  title: ["paramKey", "labelCn"],
});

/** Work that may be run beside requests, and the rules it is run by. */
export const scheduleJob = entity("BaseScheduleJob", "并发程序", "Program", {
  service: "baseServer",
  fields: {
    jobCode: text("程序编码", "Code", { max: 60, pattern: "[A-Za-z][A-Za-z0-9_.-]*", fixed: "create" }),
    ...named("名称", "Name"),
    executor: pick("执行方式", "Executor", "JOB_EXECUTOR", { initial: "HANDLER" }),
    handler: pick("处理程序", "Handler", "JOB_HANDLER", { optional: true }),
    httpUrl: text("调用地址", "Address", {
      max: 500,
      optional: true,
      format: "url",
      hint: ["主机须在配置 SCSI_HTTP_ALLOW 中", "The host must be listed in setting SCSI_HTTP_ALLOW"],
    }),
    httpMethod: pick("调用方法", "Method", "JOB_HTTP_METHOD", { initial: "POST" }),
    cron: text("计划", "Schedule", { max: 120, optional: true }),
    timeZone: text("时区", "Time zone", { max: 60, format: "zone", initial: houseZone }),
    overlapRule: pick("重叠规则", "Overlap", "JOB_OVERLAP", { initial: "QUEUE" }),
    misfireRule: pick("错过规则", "Missed runs", "JOB_MISFIRE", { initial: "RUN_ONCE" }),
    incompatibleWith: refs("BaseScheduleJob", "不相容程序", "Incompatible with", { optional: true }),
    timeoutSec: int("超时（秒）", "Time limit, seconds", { initial: 3600, least: 1, most: 86400 }),
    maxRetry: int("重试次数", "Retries", { initial: 3, least: 0, most: 10 }),
    retryDelaySec: int("重试间隔（秒）", "Retry after, seconds", {
      initial: 60,
      least: 1,
      most: 3600,
      hint: ["每次翻倍", "Doubles with every retry"],
    }),
    alertUserIds: refs("BaseUsers", "告警接收人", "Alerts to", { optional: true, pick: { userStatus: "ACTIVE" } }),
    respIds: refs("BaseResponsibility", "可提交的职责", "Who may submit it", {
      optional: true,
      hint: ["为空时由运维提交", "Empty: operations only"],
      pick: { enabledFlag: "Y" },
    }),
    keepDays: int("保留天数", "Retention (days)", { initial: 90, least: 1, most: 3650 }),
    description: longtext("说明", "Description", { max: 1000, optional: true }),
    enabledFlag: pick("状态", "Status", "BaseScheduleJob.enabledFlag", { computed: true }),
    shippedFlag: yn("内置", "Built in", { initial: "N", computed: true }),
  },
  lines: { params: scheduleParam },
  stateField: "enabledFlag",
  states: { Y: ["启用", "Enabled", "done"], N: ["停用", "Disabled", "ended"] },
  requires: { handler: (job) => job.executor === "HANDLER", httpUrl: (job) => job.executor === "HTTP" },
  shownWhen: {
    handler: (job) => job.executor === "HANDLER",
    httpUrl: (job) => job.executor === "HTTP",
    httpMethod: (job) => job.executor === "HTTP",
  },
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doEnable: action("启用", "Enable", { button: "btnEnable", who: "internal", from: ["N"], to: "Y", batch: "each" }),
    doDisable: action("停用", "Disable", {
      button: "btnDisable",
      who: "internal",
      from: ["Y"],
      to: "N",
      batch: "each",
      tone: "danger",
      confirm: ["停用后不再按计划运行，确定停用吗？", "It will no longer run on schedule. Disable it?"],
    }),
    doRunNow: action("立即运行", "Run now", {
      button: "btnRunNow",
      who: "internal",
      input: { params: payload("参数", "Parameters", { optional: true }) },
      quiet: true,
    }),
  },
  unique: [{ fields: ["jobCode"] }],
  title: ["jobCode", "nameCn"],
  list: ["jobCode", "nameCn", "enabledFlag", "cron", "timeZone", "executor", "overlapRule", "timeoutSec", "maxRetry", "lastUpdateDate"],
  search: ["jobCode", "nameCn", "executor", "cron", "enabledFlag"],
  order: [["jobCode", "asc"]],
  views: {
    scheduled: ["按计划运行", "Scheduled", () => ({ cron: { not: null }, enabledFlag: "Y" })],
    disabled: ["已停用", "Disabled", () => ({ enabledFlag: "N" })],
  },
  pages: {
    list: "concurrentPrograms",
    edit: "concurrentPrograms/ConcurrentProgramsDetail",
    sections: [
      [
        "程序",
        "Program",
        ["jobCode", "nameCn", "nameEn", "executor", "handler", "httpUrl", "httpMethod", "enabledFlag", "shippedFlag", "description"],
      ],
      ["计划", "Schedule", ["cron", "timeZone", "misfireRule", "overlapRule", "incompatibleWith"]],
      ["运行规则", "Running", ["timeoutSec", "maxRetry", "retryDelaySec", "keepDays", "alertUserIds", "respIds"]],
    ],
  },
  importKey: ["jobCode"],
});

/** Whoever looks after the scheduler sees every run; others see what they submitted themselves. */
const isOperator = (me: Me): boolean => me.audience === "system" || me.may("BaseScheduleRequest", "btnPause");
const ownOr = (me: Me): Where => (isOperator(me) ? {} : { createdBy: me.userId });

/** One line of what a run said about itself. */
export const scheduleLog = entity("BaseScheduleLog", "运行日志", "Run log", {
  service: "baseServer",
  fields: {
    seq: int("序号", "No.", { computed: true }),
    time: datetime("时间", "Time", { computed: true }),
    level: pick("级别", "Level", "LOG_LEVEL", { computed: true, initial: "INFO" }),
    text: { ...longtext("内容", "Text", { max: 8000, computed: true }), english: "textEn" },
    textEn: longtext("内容（英文）", "Text (English)", { max: 8000, computed: true, optional: true }),
  },
  sees: { internal: "all" },
  title: ["seq", "text"],
  order: [["seq", "asc"]],
});

/** A run of a program, or a schedule that makes runs. It is also the queue itself: workers take WAITING rows from here. */
export const scheduleRequest = entity("BaseScheduleRequest", "运行请求", "Request", {
  service: "baseServer",
  number: ["requestNum", "REQ{yyyyMMdd}{000001}"],
  fields: {
    requestNum: code("请求编号", "Request", { max: 40, computed: true }),
    jobId: ref("BaseScheduleJob", "程序", "Program", { computed: true }),
    submitType: pick("提交方式", "Submitted as", "JOB_SUBMIT_TYPE", { computed: true, initial: "NOW" }),
    scheduleFlag: yn("计划", "Schedule", { computed: true, initial: "N" }),
    params: payload("参数", "Parameters", { computed: true, optional: true }),
    runAt: datetime("运行时间", "Runs at", { computed: true, optional: true }),
    cron: text("计划", "Schedule", { max: 120, computed: true, optional: true }),
    timeZone: text("时区", "Time zone", { max: 60, computed: true, optional: true }),
    fireTime: datetime("触发时刻", "Fire time", { computed: true, optional: true }),
    onceKey: text("唯一标识", "Once key", { max: 200, computed: true, optional: true, hidden: "all" }),
    parentRequestId: ref("BaseScheduleRequest", "来源请求", "Source", { computed: true, optional: true }),
    status: pick("状态", "Status", "JOB_STATUS", { computed: true }),
    progress: int("进度", "Progress", { computed: true, initial: 0 }),
    progressText: { ...text("进展", "Current step", { max: 200, computed: true, optional: true }), english: "progressTextEn" },
    progressTextEn: text("进展（英文）", "Current step (English)", { max: 200, computed: true, optional: true }),
    startedAt: datetime("开始时间", "Started at", { computed: true, optional: true }),
    finishedAt: datetime("完成时间", "Finished at", { computed: true, optional: true }),
    cancelAt: datetime("取消时间", "Cancelled at", { computed: true, optional: true }),
    workerId: text("执行节点", "Worker", { max: 60, computed: true, optional: true }),
    leaseUntil: datetime("占用至", "Leased until", { computed: true, optional: true }),
    fence: int("令牌", "Fencing token", { computed: true, initial: 0 }),
    tryCount: int("尝试次数", "Tries", { computed: true, initial: 0 }),
    tries: rows(
      "各次尝试",
      "Tries",
      {
        no: int("次", "No."),
        worker: text("节点", "Worker", { max: 60, optional: true }),
        startedAt: datetime("开始", "Started"),
        finishedAt: datetime("结束", "Finished", { optional: true }),
        outcome: text("结果", "Outcome", { max: 20 }),
        message: text("说明", "Message", { max: 2000, optional: true }),
        messageEn: text("说明（英文）", "Message (English)", { max: 2000, optional: true }),
      },
      { computed: true, optional: true },
    ),
    logSeq: int("日志行数", "Log lines", { computed: true, initial: 0 }),
    resultMsg: { ...text("结果", "Result", { max: 2000, computed: true, optional: true }), english: "resultMsgEn" },
    resultMsgEn: text("结果（英文）", "Result (English)", { max: 2000, computed: true, optional: true }),
    outputFileIds: files("输出文件", "Output files", { computed: true, optional: true }),
  },
  owns: { logs: scheduleLog },
  stateLookup: "JOB_STATUS",
  states: {
    WAITING: ["等待", "Waiting", "waiting"],
    RUNNING: ["运行", "Running", "running"],
    SUCCESS: ["成功", "Success", "done"],
    FAILED: ["失败", "Failed", "refused"],
    TIMEOUT: ["超时", "Timed out", "refused"],
    CANCELLED: ["取消", "Cancelled", "ended"],
    PAUSED: ["暂停", "Paused", "waiting"],
    LOST: ["失联", "Lost", "refused"],
  },
  actions: {
    doSubmit: action("提交请求", "Submit request", {
      button: "btnSubmit",
      who: "internal",
      creates: true,
      tone: "primary",
      quiet: true,
      input: {
        jobId: ref("BaseScheduleJob", "程序", "Program", { pick: { enabledFlag: "Y" } }),
        submitType: pick("提交方式", "Run", "JOB_SUBMIT_TYPE", { initial: "NOW", optional: true }),
        runAt: datetime("运行时间", "At", { optional: true }),
        cron: text("计划表达式", "Cron", { max: 120, optional: true }),
        timeZone: text("时区", "Time zone", { max: 60, optional: true, format: "zone" }),
        params: payload("参数", "Parameters", { optional: true }),
      },
    }),
    doCancel: action("取消请求", "Cancel request", {
      button: "btnCancel",
      who: ["internal", { owner: "createdBy" }],
      from: ["WAITING", "RUNNING", "PAUSED"],
      batch: "each",
      loads: "row",
      tone: "danger",
      confirm: ["确定取消这个请求吗？", "Cancel this request?"],
    }),
    doPause: action("暂停", "Pause", {
      button: "btnPause",
      who: "internal",
      from: ["WAITING"],
      to: "PAUSED",
      batch: "each",
      loads: "row",
    }),
    doResume: action("恢复", "Resume", {
      button: "btnResume",
      who: "internal",
      from: ["PAUSED"],
      to: "WAITING",
      batch: "each",
      loads: "row",
    }),
    doRerun: action("重新运行", "Run again", {
      button: "btnRerun",
      who: "internal",
      from: ["FAILED", "TIMEOUT", "CANCELLED", "SUCCESS"],
      batch: "each",
      loads: "row",
    }),
  },
  sees: { internal: ownOr },
  unique: [{ fields: ["requestNum"] }, { fields: ["jobId", "onceKey"], while: { onceKey: { not: null } } }],
  title: ["requestNum"],
  list: [
    "requestNum",
    "jobId",
    "status",
    "progress",
    "submitType",
    "runAt",
    "cron",
    "startedAt",
    "finishedAt",
    "tryCount",
    "resultMsg",
    "workerId",
    "createdBy",
  ],
  search: ["requestNum", "jobId", "status", "submitType", "scheduleFlag", "runAt", "startedAt", "createdBy", "creationDate"],
  order: [["creationDate", "desc"]],
  lists: {
    submitRequest: {
      route: "submitRequest",
      views: {
        open: ["等待与运行", "Waiting and running", () => ({ scheduleFlag: "N", status: ["WAITING", "RUNNING", "LOST"] })],
        schedules: ["计划", "Schedules", () => ({ scheduleFlag: "Y", status: ["WAITING", "PAUSED"] })],
        failed: ["失败与超时", "Failed", () => ({ status: ["FAILED", "TIMEOUT"] })],
        mine: ["我提交的", "Mine", (me) => ({ createdBy: me.userId })],
      },
    },
  },
  pages: { list: "submitRequest", edit: "submitRequestDetail" },
});

/** A run that failed for good, ran out of time, was lost or never happened: somebody has to know. */
export const scheduleError = entity("BaseScheduleError", "调度异常", "Scheduling error", {
  service: "baseServer",
  fields: {
    jobId: ref("BaseScheduleJob", "程序", "Program", { computed: true }),
    requestId: ref("BaseScheduleRequest", "请求", "Request", { computed: true, optional: true }),
    errorAt: datetime("时间", "Time", { computed: true }),
    errorCode: code("错误代码", "Code", { max: 60, computed: true }),
    message: { ...text("信息", "Message", { max: 2000, computed: true }), english: "messageEn" },
    messageEn: text("信息（英文）", "Message (English)", { max: 2000, computed: true, optional: true }),
    groupKey: text("归类", "Group", { max: 64, computed: true }),
    stackRef: longtext("堆栈", "Stack", { max: 8000, computed: true, optional: true }),
    handledFlag: yn("已处理", "Handled", { computed: true, initial: "N" }),
    handledBy: ref("BaseUsers", "处理人", "Handled by", { computed: true, optional: true }),
    handledAt: datetime("处理时间", "Handled at", { computed: true, optional: true }),
    handleNote: text("处理说明", "Note", { max: 500, computed: true, optional: true }),
  },
  sees: { internal: (me) => (isOperator(me) ? {} : { createdBy: me.userId }) },
  actions: {
    doHandled: action("标记已处理", "Mark as handled", {
      button: "btnHandled",
      who: "internal",
      batch: "each",
      input: { handleNote: text("处理说明", "Note", { max: 500 }) },
    }),
    doRerun: action("重新运行", "Run again", { button: "btnRerun", who: "internal", batch: "each" }),
  },
  title: ["errorCode", "message"],
  list: ["errorAt", "jobId", "message", "requestId", "errorCode", "handledFlag", "handledBy", "handledAt", "handleNote"],
  search: ["errorAt", "jobId", "errorCode", "message", "handledFlag", "groupKey"],
  order: [["errorAt", "desc"]],
  views: { open: ["待处理", "Open", () => ({ handledFlag: "N" })] },
  pages: { list: "schedulingError" },
});

export const scheduleEntities = [scheduleJob, scheduleParam, scheduleRequest, scheduleLog, scheduleError];

export const scheduleLookups: Readonly<Record<string, Lookup>> = {
  JOB_EXECUTOR: lookup("执行方式", "Executor", {
    HANDLER: ["内置处理程序", "Built-in handler"],
    HTTP: ["HTTP 调用", "HTTP call"],
    INTEGRATION: ["集成定义", "Integration definition"],
    REPORT: ["报表导出", "Report export"],
  }),
  JOB_HTTP_METHOD: lookup("调用方法", "HTTP method", { POST: ["POST", "POST"], GET: ["GET", "GET"] }),
  JOB_SUBMIT_TYPE: lookup("提交方式", "Submit type", {
    NOW: ["立即", "Now"],
    AT: ["定时", "At a time"],
    CRON: ["周期", "By schedule"],
  }),
  JOB_PARAM_TYPE: lookup("参数类型", "Parameter type", {
    TEXT: ["文本", "Text"],
    INT: ["整数", "Whole number"],
    DATE: ["日期", "Date"],
    YN: ["是否", "Yes or no"],
    LOOKUP: ["快码", "Lookup"],
  }),
};
