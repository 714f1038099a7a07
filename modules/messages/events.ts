import type { EventShape } from "#kernel/module.ts";

/** What messaging itself tells of. */
export const messageEvents: Readonly<Record<string, EventShape>> = {
  MSG_SOURCE_DOWN: {
    label: ["消息源不可用", "Message source down"],
    kind: "WARNING",
    carries: { source: ["消息源", "Source"], state: ["状态", "State"], msg: ["原因", "Reason"] },
    tells: {
      title: ["消息源${source}不可用", "Message source ${source} is down"],
      content: ["消息源${source}状态：${state}。${msg}", "Source ${source}: ${state}. ${msg}"],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "OPS" }],
      route: "msgSourceCfg",
      mandatory: true,
      priority: 2,
      loud: true,
    },
  },
  MSG_CHECK_WAITING: {
    label: ["消息待审核", "Messages awaiting release"],
    kind: "TASK",
    carries: { n: ["数量", "Number"] },
    tells: {
      title: ["有${n}条消息待审核", "${n|count:message waits/messages wait} for release"],
      channels: ["SITE"],
      to: [{ resp: "MSG_CHECKER" }],
      route: "msgInstanceCheck",
      priority: 3,
    },
  },
  MSG_REFUSED: {
    label: ["消息审核未通过", "Message rejected"],
    kind: "SYSTEM",
    carries: { instanceNum: ["编号", "Number"], reason: ["原因", "Reason"], userId: ["发送人", "Sender"] },
    tells: {
      title: ["消息${instanceNum}未获放行", "Message ${instanceNum} was not released"],
      content: ["原因：${reason}", "Reason: ${reason}"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route: "messageList",
    },
  },
  MSG_ADDRESS_BOUNCED: {
    label: ["地址无法送达", "Address bounces"],
    kind: "SYSTEM",
    carries: { userId: ["用户", "User"], address: ["地址", "Address"] },
    tells: {
      title: ["您的邮箱无法送达，请更新", "Your e-mail bounces, please update"],
      content: ["发往${address}的邮件两次被退回", "Mail to ${address} came back twice"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route: "userCenter",
    },
  },
  MSG_PREFERENCE_TEST: {
    label: ["消息偏好测试", "Message preferences test"],
    kind: "SYSTEM",
    carries: { userId: ["用户", "User"], name: ["姓名", "Name"] },
    tells: {
      title: ["测试消息", "Test message"],
      content: ["${name}，您好，这是一条测试消息", "Hello ${name}, this is a test message"],
      channels: ["SITE", "EMAIL", "SMS", "DING", "WECOM"],
      to: [{ value: "userId" }],
      expireMinutes: 60,
    },
  },
};
