import { lookup, type Lookup } from "#kernel/module.ts";

/** The words of the blacklist. */
export const blacklistLookups: Readonly<Record<string, Lookup>> = {
  BL_DIRECTION: lookup("黑名单方向", "Blacklist direction", { IN: ["列入", "In"], OUT: ["移出", "Out"] }),
  BL_REASON: lookup(
    "黑名单原因",
    "Blacklist reason",
    {
      BRIBERY: ["商业贿赂", "Bribery"],
      FRAUD: ["欺诈", "Fraud"],
      COLLUSION: ["围标串标", "Collusion"],
      QUALITY_ACCIDENT: ["质量事故", "Quality accident"],
      BREACH: ["违约", "Breach"],
      LEGAL: ["违法", "Unlawful act"],
      SAFETY: ["安全事故", "Safety accident"],
    },
    "EXTENSIBLE",
  ),
  BL_SCOPE: lookup("黑名单范围", "Blacklist scope", { GROUP: ["集团", "Group"], ORG: ["组织", "Organisation"] }),
  BL_PAY: lookup("黑名单付款策略", "Blacklist payment policy", {
    HOLD_ALL: ["全部暂停", "Hold all"],
    PAY_UNDISPUTED: ["无争议照付", "Pay undisputed"],
  }),
  RELATED_TYPE: lookup("关联关系", "Relation of companies", {
    LEGAL_PERSON: ["同一法人", "Legal person"],
    SHAREHOLDER: ["股东", "Shareholder"],
    ACCOUNT: ["同一账户", "Bank account"],
    PHONE: ["同一电话", "Phone"],
    ADDRESS: ["同一地址", "Address"],
  }),
};
