import { lookupOf as of, page, type EventShape, type Part } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { contractCarries } from "../about.ts";
import { contract } from "../contract.entity.ts";
import { textLock } from "./mark.entity.ts";
import { textButtons as writing } from "./text.actions.ts";
import { textRules } from "./text.rules.ts";

const list = "cctContractList";
const search = "cctTextSearch";

const nobody = (why: string) => ({ nobody: why });
const ours = nobody("The text is worked on among our own people until it is sent");

/** One side commented on the text: the other hears of it. */
const said = (label: Text, to: NonNullable<EventShape["tells"]>["to"][number]): EventShape => ({
  label,
  kind: "BUSINESS",
  carries: { ...contractCarries, title: ["条款", "Clause"], author: ["提出人", "Author"] },
  tells: {
    title: ["${author}对合同${num}条款${title}提出意见", "${author} commented on ${title} of contract ${num}"],
    channels: ["SITE"],
    to: [to],
    route: "contractManage/cctContractText?id=${id}",
  },
});

/** The text of contracts on its own page, in Word and in the search. */
export const texts: Part = {
  entities: [textLock],
  rules: textRules,
  lookups: {
    CCT_MARK_KIND: of("批注与修订", "Text markup", "CHANGE 修订/Suggested change · COMMENT 批注/Comment"),
    CCT_VERSION_OCCASION: of(
      "文本版本场合",
      "Occasion of a version",
      "SENT 发送供应商/Sent to supplier · FINAL 定稿/Finalised · CHANGED 变更生效/Changed · RENEWED 自动续期/Renewed",
    ),
  },
  profiles: {
    CCT_LOCK_MIN: {
      module: "CCT",
      label: ["正文编辑锁定分钟数", "Minutes a text stays locked"],
      type: "INT",
      initial: "30",
      least: "5",
      most: "240",
    },
  },
  buttons: {
    btnEditDoc: { label: ["编辑正文", "Edit text"], icon: "file-pen-line", colour: "PRIMARY" },
    btnRevision: { label: ["批注与修订", "Comments and changes"], icon: "message-square-diff" },
    btnFinalize: { label: ["定稿", "Finalise text"], icon: "file-check" },
  },
  menus: [root("CONTRACT", [page(search, "合同全文检索", "Contract text search", { audience: "BOTH", reads: [contract] })])],
  roles: responsibilities({
    SYS_ADMIN: [[list, ...writing], [search]],
    BUYER: [[list, ...writing], [search]],
    SOURCING: [[list, ...writing], [search]],
    PUR_MANAGER: [[list, ...writing], [search]],
    LEGAL: [[list, ...writing], [search]],
    AUDITOR: [[search]],
    SUP_ADMIN: [[list, "btnRevision"], [search]],
    SUP_SALES: [[list, "btnRevision"], [search]],
  }),
  events: {
    CCT_MARK_SHARED: said(["采购方对正文提出意见", "Buyer commented on the text"], { supplier: "LEGAL" }),
    CCT_MARKED: said(["供应商对正文提出意见", "Supplier commented on the text"], { value: "ownerId" }),
  },
  informs: {
    SrmCctContract: {
      doLockText: ours,
      doUnlockText: ours,
      doEditText: ours,
      doReadWord: ours,
      doFinalize: ours,
      doMark: ["CCT_MARKED", "CCT_MARK_SHARED"],
    },
  },
};
