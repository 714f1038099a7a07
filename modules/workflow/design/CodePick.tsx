import { Select } from "antd";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { findRecords } from "#kernel/web/page/records.ts";

interface Props {
  readonly id?: string;
  /** The table the codes stand in. */
  readonly target: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly value: readonly string[];
  readonly many?: boolean;
  readonly disabled?: boolean | undefined;
  readonly label?: string;
  change(codes: readonly string[]): void;
}

/** Records chosen by their codes, for settings that must mean the same in another installation. */
export function CodePick({ id, target, where, value, many, disabled, label, change }: Props) {
  const say = useText();
  const load = useLoad(`codes:${target}:${JSON.stringify(where ?? {})}`, async () =>
    (await findRecords(target, { pageRows: 200, ...(where ? { where } : {}) })).rows.map((row) => ({
      value: String(row.code ?? row.id),
      label: row.name && row.name !== row.code ? `${row.name} ${row.code ?? ""}` : String(row.code ?? row.id),
    })),
  );
  return (
    <Select
      {...(id ? { id } : {})}
      className="pg-fill"
      {...(many ? { mode: "multiple" as const } : {})}
      allowClear
      disabled={disabled ?? false}
      loading={load.loading}
      showSearch={{ optionFilterProp: "label" }}
      value={many ? [...value] : (value[0] ?? null)}
      options={load.data ? [...load.data] : []}
      placeholder={say(["请选择", "Choose"])}
      aria-label={label}
      onChange={(next: string | readonly string[] | null | undefined) => change(typeof next === "string" ? [next] : (next ?? []))}
    />
  );
}
