import { remedy, type Remedies } from "#kernel/remedy.ts";

export const messageRemedies: Remedies = {
  MSG_NO_RECEIVER: remedy("msgReceive", "设置接收人", "Set up receivers", { button: "btnSave" }),
  MSG_QUOTA: remedy("msgUser", "调整每日额度", "Raise the daily quota", { button: "btnSave" }),
  MSG_NOTICE_CONFIG: remedy("noticeConfigList", "打开通知配置", "Open notice rules", { button: "btnSave" }),
};
