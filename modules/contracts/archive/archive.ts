import { lookupOf as of, page, type Part } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { archive, archiveBorrow } from "./archive.entity.ts";
import { archiveRules } from "./archive.rules.ts";

const list = "cctArchiveList";
const borrowings = "cctArchiveBorrowList";
const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment"];
const keeping = ["btnAdd", "btnSave", "btnDelete", "btnArchive", "btnBorrow", "btnReturnArchive", "btnDestroy", "btnExport", ...files];
const looks = ["btnExport", "btnPreviewAttachment"];

/** Where signed contracts are kept, and who has them. */
export const archiving: Part = {
  entities: [archive, archiveBorrow],
  rules: archiveRules,
  lookups: {
    CCT_ARCHIVE_STATUS: of(
      "档案状态",
      "Archive status",
      "WAIT 待归档/To archive · ARCHIVED 已归档/Archived · BORROWED 借出/Borrowed · DESTROYED 已销毁/Destroyed",
    ),
    CCT_BORROW_STATUS: of("借阅状态", "Borrowing status", "OUT 借出中/Out · RETURNED 已归还/Returned"),
  },
  profiles: {
    CCT_KEEP_YEARS: {
      module: "CCT",
      label: ["合同保管年限", "Years a contract is kept"],
      type: "INT",
      initial: "10",
      least: "1",
      most: "100",
    },
  },
  menus: [
    root("CONTRACT", [
      page(list, "合同档案", "Contract archive", { entities: [archive], buttons: keeping }),
      page(borrowings, "档案借阅", "Archive borrowings", { entities: [archiveBorrow], buttons: ["btnExport"] }),
    ]),
  ],
  buttons: {
    btnBorrow: { label: ["借阅", "Lend"], icon: "book-open" },
    btnReturnArchive: { label: ["归还", "Take back"], icon: "book-check" },
    btnDestroy: { label: ["销毁", "Destroy"], icon: "flame", colour: "DANGER" },
  },
  events: {
    CCT_BORROW_OVERDUE: {
      label: ["合同档案逾期未还", "Archive overdue"],
      kind: "WARNING",
      carries: {
        id: ["借阅", "Borrowing"],
        archiveId: ["档案", "Archive"],
        userIds: ["借阅人与保管人", "Borrower and keeper"],
        date: ["应还日期", "Due back"],
        days: ["逾期天数", "Days overdue"],
      },
      tells: {
        title: ["合同档案应于${date}归还，已逾期${days}天", "The contract archive was due back on ${date}, ${days|count:day/days} ago"],
        channels: ["SITE", "EMAIL"],
        to: [{ value: "userIds" }],
        route: borrowings,
      },
    },
  },
  roles: responsibilities({
    SYS_ADMIN: [
      [list, ...keeping],
      [borrowings, "btnExport"],
    ],
    LEGAL: [
      [list, ...keeping],
      [borrowings, "btnExport"],
    ],
    BUYER: [[list, ...looks]],
    SOURCING: [[list, ...looks]],
    PUR_MANAGER: [
      [list, ...looks],
      [borrowings, "btnExport"],
    ],
    AUDITOR: [
      [list, ...looks],
      [borrowings, "btnExport"],
    ],
  }),
};
