import { Button } from "antd";
import { Globe, ShieldAlert, ShieldCheck } from "lucide-react";
import type { Seen } from "#kernel/seen.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { sureness } from "#modules/supplier/web.tsx";
import type { Candidate } from "../alike.ts";
import { registerCompany } from "../company.entity.ts";
import { register } from "../register.entity.ts";

interface Risk {
  readonly kind: string;
  readonly name: string;
  readonly no: string;
}

const list = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Companies that may be the same one, likeliest first, with why. */
export function Candidates({ row }: { readonly row: Seen<typeof register> }) {
  const say = useText();
  const found = list<Candidate>(row.dupResult);
  return (
    <section aria-label={say(["查重结果", "Duplicates"])}>
      <h3 className="pg-h3">{say(["查重结果", "Duplicates"])}</h3>
      {found.length === 0 ? (
        <p className="pc-note">{say(["没有发现相似企业。", "No similar company found."])}</p>
      ) : (
        <ItemList framed>
          {found.map(({ id, kind, code, name, score, why }) => (
            <Item
              key={id}
              lead={<Badge tone={sureness(score) === "DISTANT" ? "neutral" : "error"}>{score}</Badge>}
              title={
                <>
                  {kind === "SUPPLIER" ? <PageLink href={`/main/supplierInfoEdit?id=${id}`}>{name}</PageLink> : name}{" "}
                  <span className="pg-code">{code}</span>
                </>
              }
              note={`${say(kind === "SUPPLIER" ? ["供应商", "Supplier"] : ["注册中", "Registering"])} · ${say(why)}`}
            />
          ))}
        </ItemList>
      )}
    </section>
  );
}

/** Whether the company or its owners stand on the blacklist. */
export function Risks({ row }: { readonly row: Seen<typeof register> }) {
  const say = useText();
  const found = list<Risk>(row.riskResult);
  return (
    <section aria-label={say(["风险", "Risks"])}>
      <h3 className="pg-h3">{say(["风险", "Risks"])}</h3>
      {found.length === 0 ? (
        <Inline as="p" gap="xs">
          <ShieldCheck size={14} aria-hidden />
          <Words tone="success">{say(["未命中黑名单与股东风险。", "No blacklist hits for the company or its owners."])}</Words>
        </Inline>
      ) : (
        found.map(({ kind, name, no }) => (
          <Notice key={no + name} tone="error" icon={ShieldAlert}>
            {kind === "BLACKLIST" ? say(["黑名单：", "Blacklisted: "]) : say(["股东在黑名单：", "An owner is blacklisted: "])}
            {name} {no}
          </Notice>
        ))
      )}
    </section>
  );
}

const compared = [
  ["companyName", "name"],
  ["uscc", "uscc"],
  ["legalPerson", "legalPerson"],
  ["registeredCapital", "registeredCapital"],
  ["establishDate", "establishDate"],
] as const;

/** Asks the source of company data now; where none is connected it says so. */
function LookUp({ id, again }: { readonly id: string; again(): void }) {
  const say = useText();
  const work = useWork();
  const ask = async (): Promise<void> => {
    const { data } = await call<{ found: boolean; message: string }>("srmServer/v1/srmSupRegisterRestful/lookUp", { id });
    toast[data.found ? "success" : "info"]([data.message, data.message]);
    again();
  };
  return (
    <>
      <Button size="small" icon={<Globe size={14} />} loading={work.busy} onClick={() => void work.run(ask)}>
        {say(["查询外部企业信息", "Look up company data"])}
      </Button>
      <WorkError of={work} />
    </>
  );
}

/** What was typed beside what a register of companies says; without one, that nothing was verified. */
export function OutsideData({ row }: { readonly row: Seen<typeof register> }) {
  const say = useText();
  const viewer = useViewer();
  const id = String(row.id);
  const load = useLoad(
    `company:${id}:${String(row.versionNum)}`,
    async () => (await entityCall.page(registerCompany, { registerId: [id], pageIndex: 1, pageRows: 1 })).data,
  );
  return (
    <section aria-label={say(["外部企业信息", "External company data"])}>
      <h3 className="pg-h3">{say(["外部企业信息", "External company data"])}</h3>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rows) => {
          const found = rows[0];
          const wrong = list<string>(found?.mismatchFields);
          return (
            <>
              {found ? null : (
                <p className="pc-note">
                  <Badge>{say(["未核验", "Not verified"])}</Badge> {say(["还没有外部企业信息。", "No external data yet."])}
                </p>
              )}
              <PlainTable
                dense
                label={say(["外部企业信息", "External company data"])}
                rows={compared}
                rowKey={([typed]) => typed}
                rowTone={([typed]) => (wrong.includes(typed) ? "warning" : undefined)}
                columns={[
                  { key: "field", title: say(["字段", "Field"]), cell: ([typed]) => say(register.fields[typed].label) },
                  {
                    key: "typed",
                    title: say(["填写", "Entered"]),
                    cell: ([typed]) => <FieldText field={register.fields[typed]} fieldKey={typed} row={row} plain />,
                  },
                  {
                    key: "outside",
                    title: say(["外部", "External"]),
                    cell: ([, outside]) =>
                      found ? <FieldText field={registerCompany.fields[outside]} fieldKey={outside} row={found} plain /> : "–",
                  },
                ]}
              />
              {viewer.may("btnRecheck") ? <LookUp id={id} again={load.again} /> : null}
            </>
          );
        }}
      </PanelState>
    </section>
  );
}
