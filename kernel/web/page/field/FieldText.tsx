import { Check, Minus } from "lucide-react";
import { companions } from "../../../entity.ts";
import type { Field } from "../../../field.ts";
import { isDecimalKind } from "../../../field.ts";
import { spokenKey, type Row } from "../../../page-document.ts";
import { dateText, nothing, numberText } from "../../../page-format.ts";
import { isBareId, isRecordId } from "../../../record-id.ts";
import { useLanguage, useText } from "../../language.ts";
import { useLookup } from "../lookup.ts";
import { hrefOf, referredBy, targetOf } from "../records.ts";
import { currentYear } from "../today.ts";
import { PageLink } from "../PageLink.tsx";
import { namedAs, useNames, useReferred, waiting } from "./useNames.ts";
import { RichText } from "./RichText.tsx";

interface Props {
  readonly field: Field;
  readonly fieldKey: string;
  readonly row: Row;
  /** Cut at one line, as in a panel of facts. */
  readonly short?: boolean;
  /** No link, where the whole is one already. */
  readonly plain?: boolean;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A field as text: what read pages, panels and prints show instead of a grey input. */
export function FieldText(props: Props) {
  const { field, fieldKey, row } = props;
  const language = useLanguage((state) => state.language);
  const at = spokenKey(field, fieldKey, row, language);
  if (at !== fieldKey || !field.english || language !== "EN") return <ValueText {...props} value={row[at]} />;
  // Only the Chinese half is there: said as Chinese, for whoever hears the page.
  return (
    <span lang="zh-CN">
      <ValueText {...props} value={row[fieldKey]} />
    </span>
  );
}

function ValueText({ field, fieldKey, row, short, plain, value }: Props & { readonly value: unknown }) {
  if (isNothing(value) || isBareId(field, value)) return <span className="pg-text pg-none">{nothing}</span>;
  if (isDecimalKind(field.kind) || field.kind === "int") return <NumberText field={field} value={value} row={row} />;
  switch (field.kind) {
    case "date":
    case "datetime":
    case "month":
    case "year":
      return (
        <span className="pg-text pg-figure">{dateText(field, value, short && field.kind === "datetime" ? currentYear() : undefined)}</span>
      );
    case "yn":
      return <YesNo value={value} />;
    case "pick":
    case "picks":
      return <PickText type={field.lookup} value={value} />;
    case "ref":
      return <RefText field={field} fieldKey={fieldKey} row={row} short={short ?? false} plain={plain ?? false} />;
    case "refs":
      return <RefsText target={field.target!} value={value} />;
    case "rows":
      return <RowsText field={field} rows={value as readonly Row[]} />;
    case "richtext":
      return <RichText html={String(value)} />;
    case "snapshot":
    case "payload":
      return (
        <pre className="pg-json" tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </pre>
      );
    case "files":
      return <span className="pg-text pg-figure">{String(value).split(",").length}</span>;
    case "longtext":
      return <span className={short ? "pg-text" : "pg-text pg-long"}>{String(value)}</span>;
    default:
      return <FormattedText field={field} text={String(value)} />;
  }
}

function NumberText({ field, value, row }: { field: Field; value: unknown; row: Row }) {
  const currency = field.currency ? row[field.currency] : undefined;
  return (
    <span className="pg-text pg-figure">
      {currency && currency !== "CNY" ? <span className="pg-code">{String(currency)} </span> : null}
      {numberText(field, value)}
    </span>
  );
}

/** Sign and word: yes and no must not be told by colour alone. */
function YesNo({ value }: { value: unknown }) {
  const say = useText();
  return value === "Y" ? (
    <span className="pg-text pg-yes">
      <Check size={14} aria-hidden /> {say(["是", "Yes"])}
    </span>
  ) : (
    <span className="pg-text pg-no">
      <Minus size={14} aria-hidden /> {say(["否", "No"])}
    </span>
  );
}

function PickText({ type, value }: { type: string | undefined; value: unknown }) {
  const reader = useLookup(type);
  const codes = Array.isArray(value) ? value : String(value).split(",");
  const say = useText();
  return <span className="pg-text">{codes.map((code) => reader.meaning(code)).join(say(["、", ", "]))}</span>;
}

function RefText({ field, fieldKey, row, short, plain }: Props) {
  // Names that travelled with the row count, also where they are empty: a record this person may not see has none.
  const travelled = companions(fieldKey).name in row;
  const asked = useReferred(field.target!, fieldKey, travelled ? {} : row);
  const { id, code, name } = travelled ? referredBy(fieldKey, row) : asked;
  const href = plain ? undefined : hrefOf(field, id);
  const own = targetOf(field.target) === undefined ? id : asked.waits ? waiting : nothing;
  const shown = [name, code, own].find((text) => text !== "" && !isRecordId(text)) ?? nothing;
  return (
    <span className="pg-text pg-named" title={short ? shown : undefined}>
      {href ? (
        <PageLink href={href} title={shown}>
          {shown}
        </PageLink>
      ) : (
        <span>{shown}</span>
      )}
      {name && code ? <span className="pg-code">{code}</span> : null}
    </span>
  );
}

function RefsText({ target, value }: { target: string; value: unknown }) {
  const names = useNames(target, value);
  const say = useText();
  const ids = Array.isArray(value) ? value.map(String) : String(value).split(",");
  return <span className="pg-text">{ids.map((id) => namedAs(target, id, names)).join(say(["、", ", "]))}</span>;
}

function RowsText({ field, rows }: { field: Field; rows: readonly Row[] }) {
  const say = useText();
  const columns = Object.entries(field.rows ?? {});
  return (
    <div className="pg-rows">
      <table>
        <thead>
          <tr>
            {columns.map(([key, entry]) => (
              <th key={key} scope="col">
                {say(entry.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(([key, entry]) => (
                <td key={key}>
                  <FieldText field={entry} fieldKey={key} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FormattedText({ field, text }: { field: Field; text: string }) {
  const say = useText();
  // A kind of document the system keeps is called as people call it.
  const kind = field.computed ? targetOf(text)?.label : undefined;
  if (kind) return <span className="pg-text">{say(kind)}</span>;
  if (field.format === "email")
    return (
      <a className="pg-text" href={`mailto:${text}`}>
        {text}
      </a>
    );
  if (field.format === "url" && /^https?:/.test(text))
    return (
      <a className="pg-text" href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  return <span className={field.kind === "code" ? "pg-text pg-figure" : "pg-text"}>{text}</span>;
}
