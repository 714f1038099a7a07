import type { Part, Profiles } from "#kernel/module.ts";
import { hats } from "#modules/supplier/index.ts";
import { orderAnswers } from "./order.answers.ts";
import { orderUseAnswers } from "./order.uses.ts";
import { agreeRules } from "./agree.rules.ts";
import { approveRules } from "./approve.rules.ts";
import { changeRules } from "./change.rules.ts";
import { checkProfiles } from "./check.facts.ts";
import { endRules } from "./end.rules.ts";
import { orderEvents, orderPrograms, orderTodos } from "./events.ts";
import { orderHistory, purchaseHistory } from "./history.entity.ts";
import { historyRules } from "./history.rules.ts";
import { orderHome } from "./ledger-home.ts";
import { ledgerDiff } from "./ledger-diff.entity.ts";
import { ledgerDiffRules } from "./ledger-diff.rules.ts";
import { orderInforms } from "./informs.ts";
import { orderLookups } from "./lookups.ts";
import { order } from "./order.entity.ts";
import { postRules } from "./post.rules.ts";
import { publishRules } from "./publish.rules.ts";
import { reviseRules } from "./revise.rules.ts";
import { saveRules } from "./save.rules.ts";
import { storageTransaction } from "./transaction.entity.ts";

const profiles: Profiles = {
  PUR_DIGEST_TIME: { module: "PUR", label: ["每日汇总时间（时:分）", "Daily digests at (hh:mm)"], type: "TEXT", initial: "08:30" },
};

/** Orders with their ledger, their history and the postings of goods and money. */
export const orders: Part = {
  profiles: { ...profiles, ...checkProfiles },
  entities: [order, orderHistory, purchaseHistory, storageTransaction, ledgerDiff],
  rules: [
    ...saveRules,
    ...approveRules,
    ...publishRules,
    ...agreeRules,
    ...changeRules,
    ...reviseRules,
    ...endRules,
    ...postRules,
    ...ledgerDiffRules,
    ...historyRules,
  ],
  answers: [...orderAnswers, ...orderUseAnswers],
  lookups: orderLookups,
  ledgers: [orderHome],
  settings: {
    PUR_MAIL_LINK_HOURS: {
      label: ["邮件确认订单与送货通知链接有效小时数", "Validity of confirmation links in e-mails (hours)"],
      type: "INT",
      initial: "0",
      levels: ["SITE", "ORG"],
      least: 0,
      most: 168,
      hint: ["0 表示邮件里不带确认链接", "0: e-mails carry no such link"],
    },
  },
  events: orderEvents,
  todos: orderTodos,
  informs: orderInforms,
  programs: orderPrograms,
  buttons: { btnRebuild: { label: ["重建计数", "Rebuild the counter"], icon: "wrench", colour: "DANGER" } },
  roles: hats({
    SYS_ADMIN: [["purLedgerDiffList", "btnConfirm", "btnExport"]],
    MASTER_DATA: ["purLedgerDiffList"],
    AUDITOR: [["purLedgerDiffList", "btnExport"]],
  }),
};
