import { notFound } from "../find/find.ts";
import type { Call, Context } from "../http/call.ts";
import type { Db } from "../database/db.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { houseDay, inZone } from "../../time.ts";
import { base, textOf, type Body } from "./ask.ts";
import { asks } from "../http/input.ts";

/** One seat above a person, and who sits on it today; a seat nobody sits on is a gap the next one up has to fill. */
export interface Superior {
  readonly level: number;
  readonly positionId: string | null;
  readonly positionCode: string | null;
  readonly positionName: string | null;
  readonly positionNameEn: string | null;
  readonly rank: number | null;
  readonly people: readonly {
    readonly personId: string;
    readonly personNum: string;
    readonly personName: string;
    readonly userId: string | null;
  }[];
  readonly vacant: boolean;
}

const longest = 20;
const onDay = (alias: string): string =>
  `${alias}."startDate" <= $2::date and (${alias}."endDate" is null or ${alias}."endDate" >= $2::date)`;

/** The line of superiors by seats; a person without a seat is led by the named manager. A move whose day has come counts from that day. */
export async function managerChain(db: Db, personId: string, today: string, levels: number): Promise<readonly Superior[]> {
  const most = Math.min(Math.max(levels, 1), longest);
  const seats = await db.query<Omit<Superior, "vacant" | "people"> & { people: Superior["people"] | null }>(
    `with recursive up as (
       select p.id, case when p."nextParentDate" <= $2::date then p."nextParentPositionId" else p."parentPositionId" end as above, 0 as level
       from "BasePosition" p where p.id = (select a."positionId" from "BasePositionAllot" a where a."personId" = $1 and ${onDay("a")} order by a."primaryFlag" desc, a."startDate" desc limit 1)
       union all
       select p.id, case when p."nextParentDate" <= $2::date then p."nextParentPositionId" else p."parentPositionId" end, up.level + 1
       from "BasePosition" p join up on p.id = up.above where up.level < $3)
     select up.level, p.id as "positionId", p."positionCode", p."positionName", p."positionNameEn", l.rank,
       (select json_agg(json_build_object('personId', e.id, 'personNum', e."personNum", 'personName', e."personName", 'userId', u.id) order by a."startDate", e."personNum")
        from "BasePositionAllot" a join "BasePerson" e on e.id = a."personId" and e."personStatus" <> 'LEFT' left join "BaseUsers" u on u."personId" = e.id and u."userStatus" = 'ACTIVE'
        where a."positionId" = p.id and ${onDay("a")}) as people
     from up join "BasePosition" p on p.id = up.id left join "BasePositionLevel" l on l.id = p."levelId" where up.level > 0 order by up.level`,
    [personId, today, most],
  );
  if (seats.length > 0) return seats.map((seat) => ({ ...seat, people: seat.people ?? [], vacant: (seat.people ?? []).length === 0 }));
  return managers(db, personId, most);
}

async function managers(db: Db, personId: string, most: number): Promise<readonly Superior[]> {
  const rows = await db.query<{ level: number; personId: string; personNum: string; personName: string; userId: string | null }>(
    `with recursive up as (
       select e.id, e."managerPersonId" as above, 0 as level from "BasePerson" e where e.id = $1
       union all select e.id, e."managerPersonId", up.level + 1 from "BasePerson" e join up on e.id = up.above where up.level < $2)
     select up.level, e.id as "personId", e."personNum", e."personName", u.id as "userId" from up join "BasePerson" e on e.id = up.id
       left join "BaseUsers" u on u."personId" = e.id and u."userStatus" = 'ACTIVE' where up.level > 0 order by up.level`,
    [personId, most],
  );
  return rows.map(({ level, ...who }) => ({
    level,
    positionId: null,
    positionCode: null,
    positionName: null,
    positionNameEn: null,
    rank: null,
    people: [who],
    vacant: false,
  }));
}

/** Who acts for a person at this moment; whoever may look the person up may know whom to turn to. */
const delegates = (db: Db, personId: string, now: Date): Promise<Row[]> =>
  db.query<Row>(
    `select a.id, a."authType", a."startTime", a."endTime", t."displayName", t."userName"
     from "BaseUserAuthorisation" a join "BaseUsers" f on f.id = a."fromUserId" and f."personId" = $1 join "BaseUsers" t on t.id = a."toUserId" and t."userStatus" = 'ACTIVE'
     where a.status in ('PENDING', 'ACTIVE') and a."startTime" <= $2 and a."endTime" > $2 order by a."endTime"`,
    [personId, now],
  );

/** The person asked about, if the caller may see that person at all. */
async function seen(kernel: Kernel, ctx: Context, body: Body): Promise<string> {
  const person = kernel.declared.entity("BasePerson");
  const personId = textOf(body, "personId");
  if (!(await kernel.finder.sees(person, personId, ctx.me))) throw notFound(person);
  return personId;
}

/** Seats and who leads whom. */
export const chainCalls = (kernel: Kernel): Call[] => [
  base("basePositionService/getDelegates", asks({ personId: "id" }), async (ctx, body) => {
    const rows = await delegates(ctx.db, await seen(kernel, ctx, body), ctx.now);
    const time = (value: unknown): string => inZone(String(value), ctx.me.zone);
    return rows.map((row) => ({ ...row, startTime: time(row["startTime"]), endTime: time(row["endTime"]) }));
  }),
  base("basePositionService/getManagerChain", asks({ personId: "id", levels: "int" }), async (ctx, body) => {
    const personId = await seen(kernel, ctx, body);
    return managerChain(ctx.db, personId, houseDay(ctx.now), Number(body["levels"] ?? 3) || 3);
  }),
];
