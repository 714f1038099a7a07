import { page, type Part } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { contract } from "../contract.entity.ts";
import { simpleList } from "./list.ts";
import { simpleRules } from "./simple.rules.ts";

const { route, title } = simpleList;
const working = [
  "btnQuickAdd",
  "btnSave",
  "btnDelete",
  "btnSubmit",
  "btnWithdraw",
  "btnSendConfirm",
  "btnUpgrade",
  "btnExport",
  "btnViewPrice",
];
const deciding = ["btnApproval", "btnReject", "btnExport", "btnViewPrice"];

/** Small contracts, and the light view of contracts for people who only look something up. */
export const simple: Part = {
  rules: simpleRules,
  profiles: {
    CCT_SIMPLE_LIMIT: {
      module: "CCT",
      label: ["简易合同上限（本位币）", "Limit of simplified contracts (base currency)"],
      type: "DECIMAL",
      initial: "20000",
      least: "0",
    },
  },
  menus: [root("CONTRACT", [page(route, ...title, { entities: [contract], buttons: [...new Set([...working, ...deciding])] })])],
  buttons: {
    btnQuickAdd: { label: ["快速新建", "Quick add"], icon: "zap", colour: "PRIMARY" },
    btnUpgrade: { label: ["转为标准合同", "Make a standard contract"], icon: "arrow-up-right" },
    btnViewPrice: { label: ["查看价格", "Show prices"], icon: "coins" },
  },
  roles: responsibilities({
    SYS_ADMIN: [[route, ...working]],
    BUYER: [[route, ...working]],
    SOURCING: [[route, ...working]],
    PUR_MANAGER: [[route, ...working, ...deciding]],
    LEGAL: [[route, ...deciding]],
    FINANCE: [[route, "btnExport", "btnViewPrice"]],
    REQUESTER: [[route, "btnExport"]],
    WAREHOUSE: [[route, "btnExport"]],
  }),
};
