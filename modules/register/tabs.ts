import type { Text } from "#kernel/text.ts";
import type { Tab } from "./completeness.ts";

/** One page of the file: its tables, told by the collections it shows. */
export interface FileTab {
  readonly key: Tab;
  readonly label: Text;
  readonly collections: readonly string[];
  readonly hint?: Text;
}

/** The pages of a registration file in their order, for applicants and reviewers alike. */
export const fileTabs: readonly FileTab[] = [
  { key: "company", label: ["企业信息", "Company"], collections: [] },
  {
    key: "contacts",
    label: ["联系人", "Contacts"],
    collections: ["contacts"],
    hint: [
      "至少一位，指定一位主联系人；手机与邮箱至少填一项。",
      "At least one, one of them primary; a mobile number or an e-mail address each.",
    ],
  },
  {
    key: "locations",
    label: ["地址", "Addresses"],
    collections: ["locations"],
    hint: ["至少填写注册地址。", "At least the registered address."],
  },
  {
    key: "accounts",
    label: ["银行账户", "Bank accounts"],
    collections: ["accounts"],
    hint: [
      "户名应与企业名称一致，否则请说明原因；请上传开户证明。",
      "The account name should match the company name; otherwise explain why. Upload a proof of each account.",
    ],
  },
  { key: "categories", label: ["供货品类", "Categories"], collections: ["categories"] },
  { key: "certificates", label: ["资质证书", "Certificates"], collections: ["certificates"] },
  { key: "brands", label: ["品牌", "Brands"], collections: ["brands"] },
  {
    key: "devices",
    label: ["设备", "Equipment"],
    collections: ["devices"],
    hint: ["制造商至少填写一台主要设备。", "Manufacturers list at least one main machine."],
  },
  {
    key: "indirects",
    label: ["间接供方", "Sub-tier sources"],
    collections: ["indirects"],
    hint: ["贸易商、代理商请填写背后的制造商。", "Traders and agents list the manufacturers they represent."],
  },
  { key: "finances", label: ["财务与客户", "Finances and customers"], collections: ["finances", "customers"] },
  { key: "questionnaire", label: ["问卷", "Questionnaire"], collections: [] },
];

/** Which page a remark stands on. */
export function tabOfPath(path: string): Tab {
  const collection = /^(\w+)/.exec(path)?.[1] ?? "";
  return fileTabs.find((tab) => tab.collections.includes(collection))?.key ?? "company";
}
