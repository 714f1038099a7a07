import type { Entity } from "#kernel/entity.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { takes } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { register } from "./register.entity.ts";
import type { CompanyLook, LookedUp } from "./server/company-look.ts";

/** Looks at a company outside, asked by somebody who may. */
export function companyCalls(kernel: Kernel, look: CompanyLook): readonly Call[] {
  const call = (
    entity: Entity,
    path: string,
    button: string,
    find: (id: string, me: Parameters<CompanyLook["supplier"]>[1]) => Promise<LookedUp>,
  ): Call => ({
    service: "srmServer",
    path,
    guard: "session",
    perMinute: 30,
    input: takes({ id: "id" }),
    handle: async (ctx, body) => {
      if (ctx.me.audience !== "internal" || !ctx.me.may(entity.name, button)) throw permDenied();
      const { id } = await kernel.finder.byId(entity, typeof body["id"] === "string" ? body["id"] : "", ctx.me);
      const { said, ...done } = await find(String(id), ctx.me);
      return { ...done, message: say(said, ctx.language) };
    },
  });
  return [
    call(supplierInfo as unknown as Entity, "v1/srmSupInfoRestful/refreshExternal", "btnExternalRefresh", (id, me) =>
      look.supplier(id, me),
    ),
    call(register as unknown as Entity, "v1/srmSupRegisterRestful/lookUp", "btnRecheck", (id, me) => look.registration(id, me)),
  ];
}
