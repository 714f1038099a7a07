import { pagesOf, type RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";
import { baseMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

const pages = pagesOf(baseMenus);
const reading = ["notice/noticeMore", "notification/notificationMore"];
const todo = ["insidePendingList", "insideHandledList"];
const look = (...routes: readonly string[]): Grant[] =>
  pages
    .filter((page) => routes.includes(page.route))
    .map((page) => [
      page.route,
      ...page.buttons.filter((b) =>
        [
          "btnExport",
          "btnView",
          "btnProbe",
          "btnSimulate",
          "btnHistory",
          "btnPreviewAttachment",
          "btnDownloadAttachment",
          "btnOpen",
        ].includes(b),
      ),
    ]);
const but = (route: string, ...without: string[]): Grant => {
  const found = pages.find((page) => page.route === route)!;
  return [route, ...found.buttons.filter((b) => !without.includes(b))];
};

/** What every colleague has: own to-dos, notices and letters to read, common files, items by organisation. */
const everybody: readonly Grant[] = [...todo, ...reading, ...look("commonFileList", "organizationMaterialQuery")];
/** What every supplier's person has. */
const guests: readonly Grant[] = [
  ...["supplierHandledList", ...reading],
  ["supplierPendingList", "btnOpen", "btnExport"],
  ...look("commonFileList"),
];

const internal = pages.filter((page) => page.audience !== "SUPPLIER" && !reading.includes(page.route) && !todo.includes(page.route));
const approving = ["btnApproval"];
const master = [
  "purchaseCassificationManagement",
  "materialManagement",
  "organizationMaterialQuery",
  "orgAssociationList",
  "deliveryInfoList",
  "storageLocationList",
  "srmBaseDistrictList",
  "baseBankList",
];
const publishing = ["noticeManagement", "notificationManagement", "commonFileList"];

const more: Readonly<Record<string, readonly Grant[]>> = {
  SYS_ADMIN: internal.map((menuPage) => but(menuPage.route, ...approving)),
  MASTER_DATA: [
    ...master.map((route) => but(route, ...approving)),
    "commonFileList",
    ...look("paymentProportionManagement", "exchangeRateManagement"),
  ],
  BUYER: [
    "materialManagement2",
    ...publishing,
    ...look(
      "materialManagement",
      "purchaseCassificationManagement",
      "exchangeRateManagement",
      "paymentProportionManagement",
      "deliveryInfoList",
      "storageLocationList",
    ),
  ],
  PUR_MANAGER: [
    "materialManagement2",
    ...publishing,
    ["materialManagement", "btnApproval", "btnExport"],
    ...look(
      "purchaseCassificationManagement",
      "exchangeRateManagement",
      "paymentProportionManagement",
      "deliveryInfoList",
      "storageLocationList",
      "orgAssociationList",
    ),
  ],
  SOURCING: [
    "materialManagement2",
    ...publishing,
    ...look("materialManagement", "purchaseCassificationManagement", "exchangeRateManagement", "paymentProportionManagement"),
  ],
  SUP_SPECIALIST: [
    ...publishing,
    "srmBaseProcessTemplateList",
    ...look("purchaseCassificationManagement", "baseBankList", "srmBaseDistrictList"),
  ],
  PLANNER: look("materialManagement2", "storageLocationList", "deliveryInfoList"),
  WAREHOUSE: ["deliveryInfoList", "storageLocationList"],
  FINANCE: ["exchangeRateManagement", "baseBankList", "paymentProportionManagement"],
  FINANCE_MANAGER: [
    "exchangeRateManagement",
    "baseBankList",
    "paymentProportionManagement",
    ["srmBaseConfigProfileList", "btnHistory", "btnApproval", "btnExport"],
  ],
  AUDITOR: look(...internal.map((menuPage) => menuPage.route)),
  SUP_ADMIN: ["supplierPendingList"],
};

/** The responsibilities of administration with their pages of base data. */
export const baseRoles: Readonly<Record<string, RoleShape>> = Object.fromEntries(
  Object.entries(admin.roles ?? {})
    .filter(([code]) => code !== "SUP_REGISTER")
    .map(([code, role]): [string, RoleShape] => [
      code,
      {
        label: role.label,
        audience: role.audience,
        grants: [...(more[code] ?? []), ...(role.audience === "SUPPLIER" ? guests : everybody)],
      },
    ]),
);
