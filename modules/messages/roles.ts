import { pagesOf, type RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";
import { messageMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

/** What everybody has: the own inbox, the own unsubscriptions, and the articles meant for them. */
const own: readonly Grant[] = ["receiveMessageList", "msgTd", ["articleManagementList"]];
const ownRoutes = new Set(["receiveMessageList", "msgTd"]);

const pages = pagesOf(messageMenus).filter((page) => !ownRoutes.has(page.route));
const checking = ["btnRelease", "btnRefuse"];
/** Who configures does not release: what reaches many people is looked at by a second pair of eyes. */
const configure: readonly Grant[] = pages.map((page) => [page.route, ...page.buttons.filter((button) => !checking.includes(button))]);
const look = (...routes: string[]): readonly Grant[] =>
  pages
    .filter((page) => routes.includes(page.route))
    .map((page) => [page.route, ...page.buttons.filter((b) => ["btnExport", "btnDetail"].includes(b))]);

const more: Readonly<Record<string, readonly Grant[]>> = {
  SYS_ADMIN: configure,
  MSG_ADMIN: configure,
  OPS: [
    ...look("msgHistory", "msgSourceCfg"),
    ["msgLog", "btnDetail", "btnRetry", "btnExport"],
    ["msgInstance", "btnPause", "btnResume", "btnRetryFailed", "btnExport"],
  ],
  AUDITOR: look(...pages.map((page) => page.route)),
};

/** The responsibilities of administration with their messages, and the one that releases mass sendings. */
export const messageRoles: Readonly<Record<string, RoleShape>> = {
  ...Object.fromEntries(
    Object.entries(admin.roles ?? {})
      .filter(([code]) => code !== "SUP_REGISTER")
      .map(([code, role]): [string, RoleShape] => [
        code,
        // The first grant of a page counts.
        { label: role.label, audience: role.audience, grants: [...(more[code] ?? []), ...own] },
      ]),
  ),
  MSG_CHECKER: {
    label: ["消息审核员", "Message checker"],
    audience: "INTERNAL",
    grants: [...own, "userCenter", "userAuthorisationList", "reportBackExportList", "msgInstanceCheck", ["messageList", "btnExport"]],
  },
  ARTICLE_EDITOR: {
    label: ["文章编辑", "Article editor"],
    audience: "INTERNAL",
    grants: ["receiveMessageList", "msgTd", "userCenter", "userAuthorisationList", "reportBackExportList", "articleManagementList"],
  },
};
