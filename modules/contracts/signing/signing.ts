import type { Part } from "#kernel/module.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { accountRules } from "./account.rules.ts";
import { signCallback, signFlow } from "./flow.entity.ts";
import { signingLookups } from "./lookups.ts";
import { signingEvents, signingMenus, signingRoles } from "./menus.ts";
import { publishRules } from "./publish.rules.ts";
import { signRules } from "./sign.rules.ts";

/** From the confirmed text to the signed contract. */
export const signing: Part = {
  entities: [signPerson, signOrg, signFlow, signCallback],
  rules: [...publishRules, ...signRules, ...accountRules],
  lookups: signingLookups,
  menus: signingMenus,
  roles: signingRoles,
  events: signingEvents,
  profiles: {
    CCT_SIGN_EXPIRE_DAYS: {
      module: "CCT",
      label: ["签署有效天数", "Days to sign a contract"],
      type: "INT",
      initial: "15",
      least: "1",
      most: "90",
    },
    CCT_PUBLISH_FREE_TYPES: {
      module: "CCT",
      label: ["免发布审批的合同类型", "Contract types published without approval"],
      type: "TEXT",
      initial: "NDA",
    },
  },
  settings: {
    CCT_TIMESTAMP_URL: {
      label: ["时间戳服务地址", "Timestamp authority"],
      type: "TEXT",
      initial: "",
      levels: ["SITE"],
      hint: ["RFC 3161；留空则签名不带可信时间", "RFC 3161. Empty: signatures carry no trusted time"],
    },
  },
  buttons: {
    btnSubmitPublish: { label: ["提交发布", "Submit for publication"], icon: "megaphone", colour: "PRIMARY" },
    btnApprovalPublish: { label: ["批准发布", "Approve publication"], icon: "check", colour: "PRIMARY" },
    btnRejectPublish: { label: ["驳回发布", "Return publication"], icon: "x", colour: "DANGER" },
    btnGeneratePdf: { label: ["生成正式合同", "Make the official copy"], icon: "file-text" },
    btnStartSign: { label: ["发起签署", "Start signing"], icon: "pen-line", colour: "PRIMARY" },
    btnSign: { label: ["签署", "Sign"], icon: "signature", colour: "PRIMARY" },
    btnRevokeSign: { label: ["撤销签署", "Revoke signing"], icon: "undo-2", colour: "DANGER" },
    btnUploadSigned: { label: ["上传签署件", "Upload signed copy"], icon: "upload" },
    btnSync: { label: ["同步", "Synchronise"], icon: "refresh-cw" },
    btnAuthorise: { label: ["授权签署人", "Authorise signer"], icon: "user-check" },
  },
  todos: {
    CCT_SIGN: {
      label: ["签署合同", "Sign contract"],
      side: "BOTH",
      route: "contractManage/cctContractEdit",
      title: ["请签署合同{bizNo}", "Sign contract {bizNo}"],
    },
  },
  programs: {
    CCT_SIGN_POLL: {
      label: ["查询外部签署结果", "Ask the signing provider for results"],
      cron: "*/10 * * * *",
      overlap: "SKIP",
      keepDays: 7,
    },
  },
  informs: {
    SrmCctSignFlow: {
      doSigned: ["CCT_SIGN_TURN", "CCT_SIGN_TURN_SUPPLIER", "CCT_SIGNED"],
      doRefuse: ["CCT_SIGN_REFUSED"],
      doExpire: ["CCT_SIGN_REFUSED"],
      doRevoke: ["CCT_SIGN_REVOKED"],
      doFail: { nobody: "The owner sees the error and starts anew" },
    },
  },
};
