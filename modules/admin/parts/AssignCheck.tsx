import { Notice } from "#kernel/web/block/Notice.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import type { ReactNode } from "react";
import type { Row } from "#kernel/page-document.ts";
import { FixLink } from "#kernel/web/FixLink.tsx";
import { useText } from "#kernel/web/language.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { Button, Spin } from "antd";
import type { PermitAnswer } from "./permits.tsx";
import { sentence } from "./rolePlan.ts";

export interface Checked {
  readonly user: Row;
  readonly answer: PermitAnswer;
}

interface Props {
  readonly load: Loaded<readonly Checked[] | null>;
  /** The people are too many to be tried while one is still choosing. */
  readonly waits: boolean;
  readonly people: number;
  check(): void;
}

/** What the server would say to this save, person by person, before it is sent: conflicts of duties first. */
export function AssignCheck({ load, waits, people, check }: Props) {
  const say = useText();
  const { data } = load;
  if (waits)
    return (
      <Box>
        <Button size="small" onClick={check}>
          {say([`检查 ${people} 人`, `Check ${people} people`])}
        </Button>
      </Box>
    );
  if (load.error)
    return (
      <Notice
        tone="error"
        alert
        action={
          <Button size="small" onClick={load.again}>
            {say(["重试", "Retry"])}
          </Button>
        }
      >
        {load.error}
      </Notice>
    );
  if (data === null || load.loading)
    return (
      <Stack role="status">
        <Inline>
          <Spin size="small" /> {say(["正在检查…", "Checking…"])}
        </Inline>
      </Stack>
    );
  const bad = data.filter(({ answer }) => !answer.allowed);
  const added = data.reduce((sum, { answer }) => sum + answer.added, 0);
  const removed = data.reduce((sum, { answer }) => sum + answer.removed, 0);
  const name = ({ user }: Checked): ReactNode => (
    <b>
      {String(user["displayName"])} {String(user["userName"])}
    </b>
  );
  const key = ({ user }: Checked, { code, msg }: { readonly code: string; readonly msg: string }): string =>
    `${String(user["id"])}${code}${msg}`;
  return (
    <Box label={say(["保存前检查", "Check before saving"])}>
      <Stack gap="xs" role="status">
        <Mark tone={bad.length === 0 ? "success" : "error"}>
          <b>
            {say(sentence(added, removed, data.length - bad.length))}
            {bad.length > 0 ? say([`，${bad.length} 人不能保存`, `, ${bad.length} cannot be saved`]) : ""}
          </b>
        </Mark>
        {bad.flatMap((checked) =>
          checked.answer.reasons.map((reason) => (
            <Mark key={key(checked, reason)} tone="error">
              {name(checked)} {reason.msg} <FixLink fix={reason.fix} />
            </Mark>
          )),
        )}
        {data
          .filter(({ answer }) => answer.allowed)
          .flatMap((checked) =>
            checked.answer.notes.map((note) => (
              <Mark key={key(checked, note)} tone="warning">
                {name(checked)} {note.msg}
              </Mark>
            )),
          )}
      </Stack>
    </Box>
  );
}
