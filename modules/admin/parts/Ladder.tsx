import { Words } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList, Item } from "#kernel/web/block/ItemList.tsx";
import type { Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Face } from "#kernel/web/part/Face.tsx";
import { position, positionAllot } from "../position.entity.ts";
import { nameIn } from "./organizations.tsx";
import { sitting } from "./sitting.tsx";
import type { Entity } from "#kernel/entity.ts";

interface Superior {
  readonly level: number;
  readonly positionId: string | null;
  readonly positionCode: string | null;
  readonly positionName: string | null;
  readonly positionNameEn: string | null;
  readonly people: readonly { readonly personId: string; readonly personNum: string; readonly personName: string }[];
  readonly vacant: boolean;
}

interface Props {
  readonly personId: string;
  readonly name: string;
  /** Opens another person in the same place. */
  choose(personId: string): void;
}

/** The superiors of a person, the highest on top, and the person at the foot. */
export function ManagerChain({ personId, name, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const load = useLoad(
    `chain:${personId}`,
    async () => (await call<readonly Superior[]>("baseServer/basePositionService/getManagerChain", { personId, levels: 20 })).data,
  );
  return (
    <section className="pc-section" aria-label={say(["上级", "Superiors"])}>
      <h3 className="pg-h3">{say(["上级", "Superiors"])}</h3>
      <PanelState
        load={load}
        empty={say(["没有上级：没有任职岗位，或已是最上级。", "No manager: no position, or already at the top."])}
        isEmpty={(chain) => chain.length === 0}
      >
        {(chain) => (
          <ItemList ordered>
            {chain.toReversed().map((step) => (
              <Item
                key={step.level}
                lead={<Face name={step.people[0]?.personName ?? ""} empty={step.vacant} />}
                title={
                  step.vacant ? (
                    <Words tone="error">{say(["空缺", "Vacant"])}</Words>
                  ) : (
                    step.people.map((holder) => (
                      <button key={holder.personId} type="button" className="pg-link" onClick={() => choose(holder.personId)}>
                        {holder.personName}
                      </button>
                    ))
                  )
                }
                note={`${step.positionName ? nameIn(step as unknown as Row, "positionName", language) : say(["指定的上级", "Named manager"])}${
                  step.positionCode ? ` ${step.positionCode}` : ""
                }`}
              />
            ))}
            <Item lead={<Face name={name} />} title={<b>{name}</b>} selected />
          </ItemList>
        )}
      </PanelState>
    </section>
  );
}

/** Who sits on the seats directly below a person's seats today. */
export function Reports({ personId, choose }: Omit<Props, "name">) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const load = useLoad(`reports:${personId}`, async () => readReports(personId));
  return (
    <section className="pc-section" aria-label={say(["下属", "Reports"])}>
      <h3 className="pg-h3">
        {say(["下属", "Reports"])} {load.data ? <span className="pg-count">{load.data.length}</span> : null}
      </h3>
      <PanelState load={load} empty={say(["没有岗位向其汇报。", "No direct reports."])} isEmpty={(list) => list.length === 0}>
        {(list) => (
          <ItemList>
            {list.map(({ seat, holder }) => (
              <ItemLine key={String(holder?.["id"] ?? seat["id"])}>
                <Face name={String(holder?.["personName"] ?? "")} empty={holder === null} />
                {holder ? (
                  <button type="button" className="pg-link" onClick={() => choose(String(holder["personId"]))}>
                    {String(holder["personName"])}
                  </button>
                ) : (
                  <span className={seat["managerFlag"] === "Y" ? "pc-bad" : "pg-none"}>{say(["空缺", "Vacant"])}</span>
                )}
                <span className="pg-faint">{nameIn(seat, "positionName", language)}</span>
              </ItemLine>
            ))}
          </ItemList>
        )}
      </PanelState>
    </section>
  );
}

interface Report {
  readonly seat: Row;
  readonly holder: Row | null;
}

async function readReports(personId: string): Promise<readonly Report[]> {
  const page = async <E extends Entity>(entity: E, query: object): Promise<readonly Seen<E>[]> =>
    (await entityCall.page(entity, { pageIndex: 1, pageRows: 500, ...query })).data;
  const own = sitting(await page(positionAllot, { personId: [personId] })).map((row) => row["positionId"]);
  if (own.length === 0) return [];
  const seats = (await page(position, { parentPositionId: own })).filter((row) => row["enabledFlag"] !== "N");
  if (seats.length === 0) return [];
  const holders = Map.groupBy(sitting(await page(positionAllot, { positionId: seats.map((row) => row["id"]) })), (row) =>
    String(row["positionId"]),
  );
  return seats.flatMap((seat): readonly Report[] => (holders.get(String(seat["id"])) ?? [null]).map((holder) => ({ seat, holder })));
}
