import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { deny } from "#kernel/server/gate/refusals.ts";
import { heldBy } from "#kernel/server/gate/signin.ts";
import { holdsPrivileged } from "#kernel/server/gate/stored-apps.ts";
import { issue } from "#kernel/server/gate/ticket.ts";
import { takes } from "#kernel/server/http/input.ts";
import { readResponsibility } from "#kernel/server/access/lent.ts";
import type { Premises } from "#kernel/server/install/side.ts";

/** A partner system shows one of our pages to somebody it names: a token for that page, good once and for ten minutes, never for a powerful account. */
export const embedCall = (at: Premises): Call => ({
  service: "baseServer",
  path: "baseOauthService/embedToken",
  guard: "session",
  perMinute: 120,
  input: takes({ pageName: "text", userName: "text", menuId: "text" }),
  handle: (ctx, body) => embedToken(at, ctx, body),
});

async function embedToken(at: Premises, ctx: Context, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { kernel, gate } = at;
  if (!ctx.session?.app) throw deny("PERM_DENIED");
  const pageName = String(body["pageName"] ?? "");
  const isPage = [...kernel.declared.pages.values()].some((page) => page.route === pageName || page.children.includes(pageName));
  if (!isPage) throw refuse("EMBED_PAGE", "没有这个页面", "Page not found");
  const account = await kernel.directory.byName(String(body["userName"] ?? ""));
  const held = account?.userStatus === "ACTIVE" && account.userType !== "SYSTEM" ? await heldBy(gate, account, ctx.now) : [];
  const powerful = await holdsPrivileged(
    kernel.db,
    held.map((responsibility) => readResponsibility(responsibility.responsibilityId).responsibilityId),
  );
  if (!account || held.length === 0 || powerful)
    throw refuse("EMBED_USER", "该账号不能用于嵌入页面", "This account cannot be used for embedded pages");
  const menuId = String(body["menuId"] ?? "");
  const content = { pageName, menuId, app: ctx.session.app.name };
  const { ticket, expiresAt } = await issue(gate.db, "EMBED", { userId: account.userId, content }, ctx.now);
  return {
    token: ticket,
    url: `${at.publicUrl.replace(/\/$/, "")}/iframeBox?token=${ticket}`,
    expiresAt: expiresAt.toISOString(),
  };
}
