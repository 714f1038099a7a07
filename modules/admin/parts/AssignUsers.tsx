import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { columnsOf } from "#kernel/page.ts";
import type { Entity } from "#kernel/entity.ts";
import { ref } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { readColumn } from "#kernel/web/page/tableColumns.tsx";
import { currentYear } from "#kernel/web/page/today.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { TableHandle } from "#kernel/web/table/DataTable.tsx";
import type { PageInfo, TableApi } from "#kernel/web/table/types.ts";
import { Button, Input, Segmented } from "antd";
import { ClipboardPaste, Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { RefObject } from "react";

interface Props {
  readonly table: RefObject<TableHandle | null>;
  pick(rows: readonly Row[]): void;
  paste(): void;
}

const shaped = { ...user, list: ["userName", "displayName", "orgId", "userStatus"] } as Entity;
const org = ref("BaseOrganization", "组织", "Organisation") as Field;

/** People at the left: found by account, name or organisation, ticked one by one, over several pages, or pasted. */
export function AssignUsers({ table, pick, paste }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [list, setList] = useState<"user" | "user2">("user");
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Row>({});
  const [chosenOrg, setChosenOrg] = useState<Row>({});
  const api = useMemo<TableApi>(
    () => async (query, signal) => {
      const { countAll, ...body } = query;
      const { data, page } = await entityCall.page(user, { ...body, list, ...(countAll ? { count: "exact" } : {}) }, signal);
      return { rows: data as Record<string, unknown>[], page: (page ?? { count: data.length, curIndex: 1 }) as PageInfo };
    },
    [list],
  );
  const columns = useMemo(
    () =>
      columnsOf(shaped, "internal").map((column) => ({
        ...readColumn(user, column, { language, year: currentYear(), zone: "UTC" }),
        isSummary: false,
        linkTag: false,
        ...(column.key === "userName" ? { cellType: "text" as const } : {}),
      })),
    [language],
  );
  const search = (more: Row): void =>
    setAsked((now) =>
      Object.fromEntries(Object.entries({ ...now, keyword: text.trim(), ...more }).filter(([, value]) => value !== null && value !== "")),
    );
  return (
    <>
      <Inline>
        <h2 className="pg-h3">{say(["用户", "Users"])}</h2>
        <Segmented
          size="small"
          aria-label={say(["哪一方的用户", "Users of"])}
          value={list}
          options={[
            { value: "user", label: say(["内部", "Internal"]) },
            { value: "user2", label: say(["供应商", "Suppliers"]) },
          ]}
          onChange={setList}
        />
        <span className="pg-grow" />
        <Button size="small" icon={<ClipboardPaste size={13} />} onClick={paste}>
          {say(["粘贴账号", "Paste accounts"])}
        </Button>
      </Inline>
      <form role="search" onSubmit={(event) => (event.preventDefault(), search({}))}>
        <Columns of={list === "user" ? 2 : 1} gap="s">
          <Input
            prefix={<Search size={14} aria-hidden />}
            allowClear
            value={text}
            placeholder={say(["账号或姓名，回车查询", "Account or name, then Enter"])}
            aria-label={say(["账号或姓名", "Account or name"])}
            onChange={(event) => (setText(event.target.value), event.target.value === "" && search({ keyword: "" }))}
          />
          {list === "user" ? (
            <RefInput
              field={org}
              fieldKey="orgId"
              row={chosenOrg}
              placeholder={say(["组织", "Organisation"])}
              label={say(["组织", "Organisation"])}
              patch={(patch) => (setChosenOrg(patch), search({ orgId: patch["orgId"] }))}
            />
          ) : null}
        </Columns>
      </form>
      <DataTable
        ref={table}
        config={{
          name: "userresponsibility.users",
          columns,
          api,
          searchParams: { ...asked, list } as Record<string, unknown>,
          selection: "multiple",
          pageSelection: { keyFields: ["id"] },
          showIndex: false,
          tools: false,
          height: "fill",
          pageSize: 50,
          onSelectionChange: (picked) => pick(picked.rows),
          onClearFilter: () => (setText(""), setChosenOrg({}), setAsked({})),
          empty: {
            title: ["没有这样的用户", "No such user"],
            detail: ["换一个关键字，或先在用户页开通账号。", "Try another word, or create the account first."],
          },
        }}
      />
    </>
  );
}
