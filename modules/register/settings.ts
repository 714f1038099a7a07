import type { Setting } from "#kernel/module.ts";

/** Where registration looks companies up. */
export const registerSettings: Readonly<Record<string, Setting>> = {
  SUP_COMPANY_URL: {
    label: ["企业数据服务地址", "Address of the company register"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    hint: [
      "留空则读取数据目录下 companies 文件夹中以信用代码命名的文件（91350100M000100Y43.json）；地址中的 {code}、{name} 换成信用代码与名称，主机须列入 SCSI_HTTP_ALLOW",
      "Empty: files named by credit code (91350100M000100Y43.json) in the folder companies of the data directory; {code} and {name} in an address become what is asked, its host must be listed in SCSI_HTTP_ALLOW",
    ],
  },
};
