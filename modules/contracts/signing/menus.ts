import { page, type EventShape, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { signCallback, signFlow } from "./flow.entity.ts";
import { contractCarries, contractRoute } from "../about.ts";

const edit = "contractManage/cctContractEdit";
const persons = "signAccountList";
const companies = "signOrgAccountList";
const keeping = ["btnAdd", "btnSave", "btnSync", "btnDisable", "btnExport"];

/** What of signing stands on the desk of contracts. */
export const signingEntities = [signFlow];
export const publishing = ["btnSubmitPublish", "btnGeneratePdf", "btnStartSign", "btnRevokeSign", "btnUploadSigned", "btnSign"];
export const releasing = ["btnApprovalPublish", "btnRejectPublish"];

/** Whose accounts sign, for our companies and for suppliers. */
export const signingMenus: readonly MenuFolder[] = [
  root("CONTRACT", [
    page(persons, "签署账户", "Signature accounts", { entities: [signPerson, signCallback], reads: [signOrg], buttons: keeping }),
    page(companies, "签署机构账户", "Signature accounts (organisations)", {
      entities: [signOrg],
      reads: [signPerson],
      buttons: [...keeping, "btnAuthorise"],
    }),
  ]),
];

const accounts: RoleShape["grants"] = [
  [persons, ...keeping],
  [companies, ...keeping, "btnAuthorise"],
];

export const signingRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: accounts,
  LEGAL: accounts,
  AUDITOR: [
    [persons, "btnExport"],
    [companies, "btnExport"],
  ],
});

const [about, route] = [contractCarries, contractRoute];
const owner = { channels: ["SITE", "EMAIL"], to: [{ value: "ownerId" }], route } as const;
const supplier = { channels: ["SITE", "EMAIL", "SMS"], to: [{ supplier: "LEGAL" }], route } as const;
const task = { id: about.id, num: about.num, due: ["截止", "Sign by"] } as const;

export const signingEvents: Readonly<Record<string, EventShape>> = {
  CCT_PUBLISHED: {
    label: ["合同已发布", "Contract published"],
    kind: "BUSINESS",
    carries: about,
    tells: {
      ...supplier,
      channels: ["SITE", "EMAIL"],
      title: ["合同${num}已发布，待签署", "Contract ${num} is published and will be signed"],
    },
  },
  CCT_SIGN_TURN: {
    label: ["轮到您签署合同", "Your turn to sign"],
    kind: "TASK",
    carries: { ...task, signerId: ["签署人", "Signer"] },
    tells: {
      channels: ["SITE", "EMAIL", "SMS"],
      to: [{ value: "signerId" }],
      route,
      title: ["请签署合同${num}，截止${due}", "Please sign contract ${num} by ${due}"],
    },
  },
  CCT_SIGN_TURN_SUPPLIER: {
    label: ["轮到供应商签署合同", "Supplier's turn to sign"],
    kind: "TASK",
    carries: { ...task, supplierId: about.supplierId },
    tells: { ...supplier, title: ["请签署合同${num}，截止${due}", "Please sign contract ${num} by ${due}"] },
  },
  CCT_SIGNED: {
    label: ["合同签署完成", "Contract signed"],
    kind: "BUSINESS",
    carries: about,
    tells: {
      channels: ["SITE", "EMAIL"],
      to: [{ value: "ownerId" }, { supplier: "LEGAL" }],
      route,
      title: ["合同${num}已签署完成", "Contract ${num} is fully signed"],
    },
  },
  CCT_SIGN_REFUSED: {
    label: ["签署被拒或过期", "Signing refused or expired"],
    kind: "BUSINESS",
    carries: { ...about, reason: ["原因", "Reason"] },
    tells: { ...owner, title: ["合同${num}未能签署：${reason}", "Contract ${num} was not signed: ${reason}"] },
  },
  CCT_SIGN_REVOKED: {
    label: ["签署已撤销", "Signing revoked"],
    kind: "BUSINESS",
    carries: { ...about, reason: ["原因", "Reason"] },
    tells: {
      ...supplier,
      channels: ["SITE", "EMAIL"],
      title: ["合同${num}的签署已撤销：${reason}", "Signing of contract ${num} was revoked: ${reason}"],
    },
  },
  CCT_SIGN_EXPIRING: {
    label: ["签署即将过期", "Signing about to expire"],
    kind: "WARNING",
    carries: {
      id: ["签署流程", "Signing"],
      contractId: about.id,
      num: ["流程号", "Number"],
      ownerId: about.ownerId,
      date: ["截止", "Sign by"],
    },
    tells: {
      ...owner,
      route: `${edit}?id=\${contractId}`,
      title: ["签署流程${num}将于${date}过期", "Signing ${num} expires on ${date}"],
    },
  },
  CCT_ESIGN_STARTED: {
    label: ["请外部服务签署", "Outside signing asked for"],
    kind: "SYSTEM",
    carries: { ...about, flowId: ["签署流程", "Signing"], hash: ["校验值", "Checksum"] },
  },
  CCT_ESIGN_REVOKED: {
    label: ["撤销外部签署", "Outside signing revoked"],
    kind: "SYSTEM",
    carries: { id: about.id, flowId: ["签署流程", "Signing"] },
  },
  CCT_ACCOUNT_ASKED: {
    label: ["核验签署账户", "Signature account to check"],
    kind: "SYSTEM",
    carries: { id: ["账户", "Account"], entity: ["类别", "Kind"] },
  },
  CCT_ACCOUNT_DISABLED: {
    label: ["签署账户停用", "Signature account disabled"],
    kind: "SYSTEM",
    carries: { id: ["账户", "Account"], entity: ["类别", "Kind"] },
  },
};
