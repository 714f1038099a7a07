import type { EventShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const about: Readonly<Record<string, Text>> = {
  subject: ["主题", "Subject"],
  billNum: ["单据编号", "Document"],
  billTypeCode: ["单据类型", "Document type"],
  node: ["节点", "Node"],
  user: ["操作人", "User"],
  comment: ["意见", "Comment"],
  instanceId: ["流程实例", "Instance"],
  instanceNum: ["流程编号", "Process number"],
  bizId: ["单据", "Document id"],
  bizEntity: ["业务实体", "Business entity"],
  taskId: ["任务", "Task"],
  formRoute: ["页面", "Page"],
  userIds: ["接收人", "Receivers"],
};

const eventShape = (
  label: Text,
  title: Text,
  channels: NonNullable<EventShape["tells"]>["channels"],
  route: string,
  more: Readonly<Record<string, Text>> = {},
  kind: EventShape["kind"] = "TASK",
): EventShape => ({
  label,
  kind,
  carries: { ...about, ...more },
  tells: { title, channels, to: [{ value: "userIds" }], route },
});

const toTask = "myUpcoming?taskId=${taskId}";
const toMatter = "myBpmMatterList?bizNo=${billNum}";

/** Who is told what by the workflow. The last three are for the workflow itself: work to do after the transaction. */
export const workflowEvents: Readonly<Record<string, EventShape>> = {
  BPM_TASK_ARRIVED: eventShape(
    ["任务到达", "Task arrived"],
    ["您有新的待办：${subject}", "New task: ${subject}"],
    ["SITE", "DING", "WECOM", "EMAIL"],
    toTask,
  ),
  BPM_URGED: eventShape(
    ["催办", "Reminded"],
    ["催办：${subject}已等待${h}小时", "Reminder: ${subject} waits ${h} h"],
    ["SITE", "DING", "WECOM"],
    toTask,
    { h: ["等待小时", "Hours"], byChannels: ["指定渠道", "Channels"] },
  ),
  BPM_OVERDUE: eventShape(
    ["超期提醒", "Overdue"],
    ["催办：${subject}已等待${h}小时", "Reminder: ${subject} waits ${h} h"],
    ["SITE", "DING", "WECOM"],
    toTask,
    { h: ["等待小时", "Hours"] },
    "WARNING",
  ),
  BPM_PASSED: eventShape(
    ["审批通过", "Approved"],
    ["${subject}已通过：${comment}", "${subject} approved: ${comment}"],
    ["SITE", "EMAIL"],
    toMatter,
    {},
    "BUSINESS",
  ),
  BPM_REJECTED: eventShape(
    ["审批驳回", "Rejected"],
    ["${subject}已驳回：${comment}", "${subject} rejected: ${comment}"],
    ["SITE", "EMAIL"],
    toMatter,
    {},
    "BUSINESS",
  ),
  BPM_STOPPED: eventShape(
    ["流程终止", "Stopped"],
    ["${subject}已终止：${comment}", "${subject} stopped: ${comment}"],
    ["SITE", "EMAIL"],
    toMatter,
    {},
    "BUSINESS",
  ),
  BPM_COPIED: eventShape(
    ["抄送", "Copied"],
    ["${user}将${subject}抄送给您", "${user} copied ${subject} to you"],
    ["SITE"],
    "myApproval?tab=copied&billNum=${billNum}",
  ),
  BPM_COMMUNE_ASKED: eventShape(
    ["沟通提问", "Question"],
    ["${user}就${subject}询问：${text}", "${user} asks about ${subject}: ${text}"],
    ["SITE", "DING", "WECOM"],
    "myApproval?tab=discussed&bizNo=${billNum}",
    { text: ["内容", "Text"] },
  ),
  BPM_COMMUNE_REPLIED: eventShape(
    ["沟通回复", "Reply"],
    ["${user}就${subject}回复：${text}", "${user} answers about ${subject}: ${text}"],
    ["SITE", "DING", "WECOM"],
    "myApproval?tab=discussed&bizNo=${billNum}",
    { text: ["内容", "Text"] },
  ),
  BPM_ERROR: eventShape(
    ["流程异常", "Process failed"],
    ["流程${instanceNum}执行异常：${msg}", "Process ${instanceNum} failed: ${msg}"],
    ["SITE", "DING", "WECOM"],
    "processMonitoring?id=${instanceId}",
    { msg: ["错误", "Error"] },
    "SYSTEM",
  ),
  BPM_WORK: {
    label: ["自动步骤", "Step to be done"],
    kind: "SYSTEM",
    carries: { ...about, tokenId: ["令牌", "Token"], code: ["处理程序", "Handler"] },
  },
  BPM_SEND: { label: ["流程消息", "Message of a process"], kind: "SYSTEM", carries: { ...about, code: ["消息配置", "Message"] } },
  BPM_CALL: {
    label: ["子流程", "Process to call"],
    kind: "SYSTEM",
    carries: { ...about, tokenId: ["令牌", "Token"], code: ["流程", "Process"] },
  },
  BPM_MOVED: {
    label: ["流程推进", "Process moved"],
    kind: "SYSTEM",
    carries: { ...about, status: ["状态", "Status"], what: ["操作", "Action"] },
  },
};
