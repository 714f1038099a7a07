import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { userAuthorisation } from "#kernel/platform/user.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { Mail, Phone, Smartphone } from "lucide-react";
import { person } from "../person.entity.ts";
import { ManagerChain, Reports } from "./Ladder.tsx";
import { PersonPositions } from "./PersonPanels.tsx";

/** How to reach a person, with one press where the machine can call or write. */
function Contacts({ row }: { readonly row: Row }) {
  const say = useText();
  const ways = [
    ["officePhone", <Phone key="p" size={14} aria-hidden />, "tel:"],
    ["mobile", <Smartphone key="m" size={14} aria-hidden />, "tel:"],
    ["email", <Mail key="e" size={14} aria-hidden />, "mailto:"],
  ] as const;
  const known = ways.filter(([key]) => row[key]);
  if (known.length === 0) return <p className="pg-faint">{say(["没有留下联系方式。", "No contacts on record."])}</p>;
  return (
    <ItemList label={say(["联系方式", "Contacts"])}>
      {known.map(([key, icon, scheme]) => (
        <Item
          key={key}
          lead={icon}
          title={<a href={`${scheme}${String(row[key])}`}>{String(row[key])}</a>}
          end={<span className="pg-faint">{say(person.fields[key].label)}</span>}
        />
      ))}
    </ItemList>
  );
}

/** Who acts for this person now. */
function Delegation({ personId }: { readonly personId: string }) {
  const say = useText();
  const load = useLoad(
    `delegation:${personId}`,
    async () => (await call<readonly Row[]>("baseServer/basePositionService/getDelegates", { personId })).data,
  );
  if (!load.data || load.data.length === 0) return null;
  return (
    <section className="pc-section" aria-label={say(["当前委托", "Delegation now"])}>
      <h3 className="pg-h3">{say(["当前委托", "Delegation now"])}</h3>
      {load.data.map((row) => (
        <p key={String(row["id"])} className="pg-note">
          <span>
            {say(["由", "Represented by"])} <b>{String(row["displayName"])}</b> {say(["代办", ""])}（
            <FieldText field={userAuthorisation.fields.authType} fieldKey="authType" row={row} />）{String(row["startTime"]).slice(5, 16)} →{" "}
            {String(row["endTime"]).slice(5, 16)}
          </span>
        </p>
      ))}
    </section>
  );
}

/** One person: how to reach, who is above, who is below, who acts for them. */
export function StaffPanel({ row, show }: { readonly row: Row; show(row: Row): void }) {
  const id = String(row["id"]);
  const choose = (personId: string): void => void entityCall.find(person, personId).then(show, (error: unknown) => toast.error(error));
  return (
    <>
      <Contacts row={row} />
      <Facts entity={person} row={row} audience="internal" most={4} />
      <div className="pg-block">
        <Delegation personId={id} />
        <ManagerChain personId={id} name={String(row["personName"])} choose={choose} />
        <Reports personId={id} choose={choose} />
        <PersonPositions id={id} />
      </div>
    </>
  );
}
