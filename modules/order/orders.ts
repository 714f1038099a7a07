import type { Part, Profiles } from "#kernel/module.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { contractAnswers as openLineAnswers } from "./contract/open-lines.ts";
import { contractMaking } from "./contract/contract.rules.ts";
import { contractAnswers } from "./contract/contract-source.ts";
import { orderAnswers } from "./order.answers.ts";
import { orderUseAnswers } from "./order.uses.ts";
import { contractRules } from "./contract/under-contract.ts";
import { netReceiptsAnswer } from "./contract/net-receipts.ts";
import { agreeRules } from "./supplier-answer/agree.rules.ts";
import { approveRules } from "./publish/approve.rules.ts";
import { checkProfiles } from "./save/check.facts.ts";
import { endRules } from "./publish/end.rules.ts";
import { orderEvents, orderPrograms, orderTodos } from "./events.ts";
import { orderHistory, purchaseHistory } from "./history/history.entity.ts";
import { historyRules } from "./history/history.rules.ts";
import { lineFigures } from "./ledger/line-figures.ts";
import { orderHome } from "./ledger/posted-rows.ts";
import { ledgerDiff } from "./ledger/ledger-diff.entity.ts";
import { ledgerDiffRules } from "./ledger/ledger-diff.rules.ts";
import { orderInforms } from "./informs.ts";
import { orderLookups } from "./lookups.ts";
import { order } from "./order.entity.ts";
import { postRules } from "./ledger/post.rules.ts";
import { publishRules } from "./publish/publish.rules.ts";
import { reviseRules } from "./change/revise.rules.ts";
import { saveRules } from "./save/save.rules.ts";
import { storageTransaction } from "./ledger/transaction.entity.ts";

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
    ...reviseRules,
    ...endRules,
    ...contractMaking,
    ...postRules,
    ...ledgerDiffRules,
    ...historyRules,
    ...contractRules,
  ],
  answers: [...orderAnswers, ...orderUseAnswers, ...contractAnswers, ...openLineAnswers, netReceiptsAnswer],
  lookups: orderLookups,
  ledgers: [orderHome],
  figures: [lineFigures],
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
  roles: responsibilities({
    SYS_ADMIN: [["purLedgerDiffList", "btnConfirm", "btnExport"]],
    MASTER_DATA: ["purLedgerDiffList"],
    AUDITOR: [["purLedgerDiffList", "btnExport"]],
  }),
};
