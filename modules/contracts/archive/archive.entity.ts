import { action, entity } from "#kernel/entity.ts";
import { addMonths } from "#kernel/days.ts";
import { code, date, files, int, pick, ref, text, yn } from "#kernel/field.ts";
import { contractCodes, withContract } from "../common.ts";

const people = { userType: "INTERNAL", userStatus: "ACTIVE" } as const;
const stamp = { computed: true, optional: true } as const;

/** Where and how long a contract is kept; entered with the archive, or on the contract itself. */
export const keepingFields = {
  archiveDate: date("归档日期", "Archived on", { begins: "today" }),
  location: text("存放位置", "Location", { max: 120 }),
  boxNo: text("盒号", "Box no.", { max: 40, optional: true }),
  copies: int("份数", "Copies", { initial: 1, least: 0, most: 99, adds: false }),
  paperFlag: yn("纸质", "Paper", { initial: "Y" }),
  electronicFileId: files("电子件", "Electronic copy", { optional: true, max: 1 }),
  keeperId: ref("BaseUsers", "保管人", "Keeper", { pick: people, begins: "me" }),
  keepYears: int("保管年限", "Years kept", {
    optional: true,
    least: 1,
    most: 100,
    adds: false,
    hint: ["留空为参数年限", "Empty: as the profile says"],
  }),
} as const;

/** A contract in the archive. */
export const archive = entity("SrmCctArchive", "合同档案", "Contract archive", {
  fields: {
    archiveNo: code("档案号", "Archive no.", { ...stamp, max: 40 }),
    contractId: ref("SrmCctContract", "合同", "Contract", { fixed: "create" }),
    ...keepingFields,
    destroyDate: date("可销毁日", "May be destroyed on", stamp),
    destroyReason: text("销毁说明", "About the destruction", { max: 500, ...stamp }),
    status: pick("状态", "Status", "CCT_ARCHIVE_STATUS", { computed: true }),
  },
  number: ["archiveNo", "DA-{yyyy}-{0001}"],
  unique: [
    {
      fields: ["contractId"],
      while: { status: { not: "DESTROYED" } },
      code: "CCT-116",
      text: ["该合同已有档案", "The contract is in the archive already"],
    },
  ],
  judgedBy: "contractId",
  stateLookup: "CCT_ARCHIVE_STATUS",
  states: {
    WAIT: ["待归档", "To archive", "waiting"],
    ARCHIVED: ["已归档", "Archived", "done"],
    BORROWED: ["借出", "Borrowed", "running"],
    DESTROYED: ["已销毁", "Destroyed", "ended"],
  },
  computes: {
    destroyDate: (doc) => (doc.archiveDate && doc.keepYears ? addMonths(doc.archiveDate, 12 * doc.keepYears) : null),
  },
  shownWhen: { destroyReason: (doc) => doc.status === "DESTROYED" },
  actions: {
    doArchive: action("归档", "Archive", { button: "btnArchive", who: "internal", from: ["WAIT"], to: "ARCHIVED", tone: "primary" }),
    doBorrow: action("借阅", "Lend", {
      button: "btnBorrow",
      who: "internal",
      from: ["ARCHIVED"],
      to: "BORROWED",
      input: {
        borrowerId: ref("BaseUsers", "借阅人", "Borrower", { pick: people }),
        purpose: text("用途", "Purpose", { max: 200 }),
        dueBack: date("应还日期", "Due back"),
      },
    }),
    doReturn: action("归还", "Take back", { button: "btnReturnArchive", who: "internal", from: ["BORROWED"], to: "ARCHIVED" }),
    doDestroy: action("销毁", "Destroy", {
      button: "btnDestroy",
      who: "internal",
      from: ["ARCHIVED"],
      to: "DESTROYED",
      tone: "danger",
      input: { destroyReason: text("销毁说明", "About the destruction", { max: 500 }) },
    }),
  },
  sees: { internal: withContract },
  saves: "internal",
  savesFrom: ["WAIT"],
  deletes: "internal",
  deletesFrom: ["WAIT"],
  title: ["archiveNo"],
  list: ["archiveNo", "contractId", "status", "archiveDate", "location", "boxNo", "copies", "keeperId", "keepYears", "destroyDate"],
  search: ["archiveNo", "contractId", "status", "keeperId", "archiveDate", "destroyDate", "location"],
  order: [["id", "desc"]],
  pages: {
    list: "cctArchiveList",
    sections: [
      ["档案", "Archive", ["archiveNo", "contractId", "archiveDate", "location", "boxNo", "copies", "paperFlag", "electronicFileId"]],
      ["保管", "Keeping", ["keeperId", "keepYears", "destroyDate", "destroyReason"]],
    ],
  },
  codes: contractCodes,
});

/** Who has an archived contract and until when. */
export const archiveBorrow = entity("SrmCctArchiveBorrow", "档案借阅", "Archive borrowing", {
  fields: {
    archiveId: ref("SrmCctArchive", "档案", "Archive", { computed: true }),
    contractId: ref("SrmCctContract", "合同", "Contract", { computed: true }),
    borrowerId: ref("BaseUsers", "借阅人", "Borrower", { computed: true }),
    keeperId: ref("BaseUsers", "保管人", "Keeper", { computed: true }),
    purpose: text("用途", "Purpose", { max: 200, computed: true }),
    borrowDate: date("借出日期", "Borrowed on", { computed: true }),
    dueBack: date("应还日期", "Due back", { computed: true }),
    returnedAt: date("归还日期", "Returned on", stamp),
    status: pick("状态", "Status", "CCT_BORROW_STATUS", { computed: true }),
  },
  stateLookup: "CCT_BORROW_STATUS",
  states: { OUT: ["借出中", "Out", "running"], RETURNED: ["已归还", "Returned", "done"] },
  unique: [
    {
      fields: ["archiveId"],
      while: { returnedAt: null },
      code: "CCT-117",
      text: ["档案已借出，尚未归还", "The archive is lent and not back yet"],
    },
  ],
  judgedBy: "contractId",
  holds: { dueAfterLoan: ["borrowDate", "<=", "dueBack"] },
  actions: {
    doReturned: action("归还", "Returned", { button: "btnReturnArchive", who: "system", quiet: true, from: ["OUT"], to: "RETURNED" }),
  },
  // More than three days late.
  remind: [
    {
      tells: "CCT_BORROW_OVERDUE",
      in: ["OUT"],
      since: "dueBack",
      by: [4],
      every: 7,
      says: (row, { left }) => ({
        archiveId: row["archiveId"],
        userIds: [row["borrowerId"], row["keeperId"]],
        date: row["dueBack"],
        days: -left,
      }),
    },
  ],
  sees: { internal: withContract },
  title: ["purpose"],
  list: ["archiveId", "contractId", "borrowerId", "purpose", "borrowDate", "dueBack", "returnedAt", "status", "keeperId"],
  search: ["archiveId", "contractId", "borrowerId", "keeperId", "status", "dueBack"],
  order: [["id", "desc"]],
  pages: { list: "cctArchiveBorrowList" },
  codes: contractCodes,
});
