import { refuse } from "#kernel/refusal.ts";
import { base, textOf, type Body } from "#kernel/server/admin/ask.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { onlineNow } from "#kernel/server/gate/online.ts";
import { asks, takes } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";

const mostKeys = 200;

/** The boards over what the processes keep in memory. */
export function cacheCalls(kernel: Kernel): Call[] {
  const { caches, permits } = kernel;

  /** The page must be granted, and the button on it where something is changed. */
  async function mustHold(ctx: Context, routes: readonly string[], button?: string): Promise<void> {
    const responsibility = ctx.session?.responsibilityId;
    if (!responsibility || ctx.me.responsibilityId === null) throw permDenied();
    const grants = await permits.grants(responsibility);
    const menus = grants.menus
      .filter((menu) => routes.includes(menu.menuCode) && grants.routes.has(menu.menuCode))
      .map((menu) => menu.menuId);
    const holds =
      button === undefined ||
      grants.resources.some((resource) => resource.resourceCode === button && resource.menuId !== null && menus.includes(resource.menuId));
    if (menus.length === 0 || !holds) throw permDenied();
  }

  async function listKeys(ctx: Context, body: Body): Promise<unknown> {
    await mustHold(ctx, ["redis"]);
    const { rows, cursor } = caches.keys(
      String(body["prefix"] ?? ""),
      typeof body["cursor"] === "string" ? body["cursor"] : null,
      mostKeys,
    );
    return { rows, cursor, node: caches.node };
  }

  async function getValue(ctx: Context, body: Body): Promise<unknown> {
    await mustHold(ctx, ["redis"]);
    const value = caches.value(textOf(body, "key"));
    if (value === undefined) throw refuse("CACHE_KEY", "缓存键已不存在", "The key no longer exists");
    return { key: body["key"], value };
  }

  async function deleteKey(ctx: Context, body: Body): Promise<unknown> {
    await mustHold(ctx, ["redis"], "btnDelete");
    const { group, key } = caches.parse(textOf(body, "key"));
    if (!caches.has(group)) throw refuse("CACHE_GROUP", "没有这个缓存组", "There is no such group");
    await caches.clear(group, key);
    return { group, key };
  }

  async function info(ctx: Context): Promise<unknown> {
    await mustHold(ctx, ["redisManage", "redis"]);
    const nodes = await caches.everywhere();
    return {
      kind: "MEMORY",
      node: caches.node,
      nodes,
      sessions: await onlineNow(kernel.db, ctx.now),
      groups: caches.groups.map(({ code, label, reloads }) => ({
        code,
        label: say(label, ctx.language),
        reloads: say(reloads, ctx.language),
      })),
    };
  }

  /** Only whoever typed the name of the group means it. */
  async function clearGroup(ctx: Context, body: Body): Promise<unknown> {
    await mustHold(ctx, ["redisManage"], "btnClear");
    const group = textOf(body, "group");
    if (!caches.has(group)) throw refuse("CACHE_GROUP", "没有这个缓存组", "There is no such group");
    if (body["typed"] !== group) throw refuse("CACHE_TYPED", "请输入组名以确认", "Enter the name of the group to confirm");
    return { group, keys: await caches.clear(group) };
  }

  return [
    base("baseRedisService/listKeys", asks({ prefix: "text", cursor: "any" }), listKeys),
    base("baseRedisService/getValue", asks({ key: "text" }), getValue),
    base("baseRedisService/deleteKey", takes({ key: "text" }), deleteKey),
    base("baseRedisService/info", asks(), info),
    base("baseRedisService/clearGroup", takes({ group: "text", typed: "any" }), clearGroup),
  ];
}
