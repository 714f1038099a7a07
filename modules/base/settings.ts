import type { Setting } from "#kernel/module.ts";

/** Where base data looks outside. */
export const baseSettings: Readonly<Record<string, Setting>> = {
  FX_SERVICE_URL: {
    label: ["汇率服务地址", "Address of the rate service"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    hint: [
      "留空则读取数据目录下 rates 文件夹中的 2026-11-16.csv（USD,CNY,7.1020）；地址中的 {date} 换成日期，主机须列入 SCSI_HTTP_ALLOW",
      "Empty: files such as 2026-11-16.csv (USD,CNY,7.1020) in the folder rates of the data directory; {date} in an address becomes the day, its host must be listed in SCSI_HTTP_ALLOW",
    ],
  },
};
