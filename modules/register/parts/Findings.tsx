import { Alert, Button, Tag } from "antd";
import { Globe, ShieldAlert, ShieldCheck } from "lucide-react";
import type { Row } from "#kernel/page-document.ts";
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
import type { Entity } from "#kernel/entity.ts";
import { sureness } from "#modules/supplier/web.tsx";
import type { Candidate } from "../alike.ts";
import { registerCompany } from "../company.entity.ts";
import { register } from "../register.entity.ts";
import "./register.css";

const entity = register as unknown as Entity;
const company = registerCompany as unknown as Entity;

interface Risk {
  readonly kind: string;
  readonly name: string;
  readonly no: string;
}

const list = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Companies that may be the same one, likeliest first, with why. */
export function Candidates({ row }: { readonly row: Row }) {
  const say = useText();
  const found = list<Candidate>(row["dupResult"]);
  return (
    <section aria-label={say(["查重结果", "Duplicates"])}>
      <h3 className="pg-h3">{say(["查重结果", "Duplicates"])}</h3>
      {found.length === 0 ? (
        <p className="pc-note">{say(["没有发现相似企业。", "No similar company found."])}</p>
      ) : (
        <ul className="rg-found">
          {found.map((one) => (
            <li key={one.id} data-strong={sureness(one.score) !== "DISTANT"}>
              <b>{one.score}</b>
              <span>
                {one.kind === "SUPPLIER" ? <PageLink href={`/main/supplierInfoEdit?id=${one.id}`}>{one.name}</PageLink> : one.name}{" "}
                <small className="pg-code">{one.code}</small>
                <small>
                  {say(one.kind === "SUPPLIER" ? ["供应商", "Supplier"] : ["注册中", "Registering"])} · {say(one.why)}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether the company or its owners stand on the blacklist. */
export function Risks({ row }: { readonly row: Row }) {
  const say = useText();
  const found = list<Risk>(row["riskResult"]);
  return (
    <section aria-label={say(["风险", "Risks"])}>
      <h3 className="pg-h3">{say(["风险", "Risks"])}</h3>
      {found.length === 0 ? (
        <p className="rg-ok">
          <ShieldCheck size={14} aria-hidden /> {say(["未命中黑名单与股东风险。", "No blacklist hits for the company or its owners."])}
        </p>
      ) : (
        found.map((one) => (
          <p key={one.no + one.name} className="rg-bad">
            <ShieldAlert size={14} aria-hidden />{" "}
            {one.kind === "BLACKLIST" ? say(["黑名单：", "Blacklisted: "]) : say(["股东在黑名单：", "An owner is blacklisted: "])}
            {one.name} {one.no}
          </p>
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
      {work.error ? <Alert type="error" message={work.error} showIcon /> : null}
    </>
  );
}

/** What was typed beside what a register of companies says; without one, that nothing was verified. */
export function OutsideData({ row }: { readonly row: Row }) {
  const say = useText();
  const viewer = useViewer();
  const id = String(row["id"]);
  const load = useLoad(
    `company:${id}:${String(row["versionNum"])}`,
    async () => (await entityCall.page(company, { registerId: [id], pageIndex: 1, pageRows: 1 })).data,
  );
  return (
    <section aria-label={say(["外部企业信息", "External company data"])}>
      <h3 className="pg-h3">{say(["外部企业信息", "External company data"])}</h3>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rows) => {
          const found = rows[0];
          const wrong = list<string>(found?.["mismatchFields"]);
          return (
            <>
              {found ? null : (
                <p className="pc-note">
                  <Tag>{say(["未核验", "Not verified"])}</Tag>
                  {say(["还没有外部企业信息。", "No external data yet."])}
                </p>
              )}
              <table className="rg-compare">
                <thead>
                  <tr>
                    <th />
                    <th>{say(["填写", "Entered"])}</th>
                    <th>{say(["外部", "External"])}</th>
                  </tr>
                </thead>
                <tbody>
                  {compared.map(([typed, outside]) => (
                    <tr key={typed} data-wrong={wrong.includes(typed)}>
                      <th>{say(entity.fields[typed]!.label)}</th>
                      <td>
                        <FieldText field={entity.fields[typed]!} fieldKey={typed} row={row} plain />
                      </td>
                      <td>{found ? <FieldText field={company.fields[outside]!} fieldKey={outside} row={found} plain /> : "–"}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {viewer.may("btnRecheck") ? <LookUp id={id} again={load.again} /> : null}
            </>
          );
        }}
      </PanelState>
    </section>
  );
}
