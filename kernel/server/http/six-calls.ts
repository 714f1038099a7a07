import { pathOf } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import type { Call } from "./call.ts";
import { like } from "./input.ts";
import type { Kernel } from "../kernel.ts";
import { readersOf } from "./need.ts";

const six = ["findById", "listByPage", "saveOrUpdate", "doBatchSaveOrUpdate", "delete", "doBatchDelete"];

/** An entity's own calls under the name of a service that other systems know it by. */
export const sixCalls = ({ calls }: Kernel, service: string, room: string, e: Entity): Call[] =>
  six.map((name) => ({
    service,
    path: `${room}/${name}`,
    guard: "session" as const,
    needs: readersOf(e.name),
    input: like(e.name, name),
    handle: (ctx, body) => calls.handle(ctx, e.service, pathOf(e), name, body),
  }));
