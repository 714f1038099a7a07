import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { FixLink } from "#kernel/web/FixLink.tsx";
import { useText } from "#kernel/web/language.ts";
import { openPage } from "#kernel/web/router.ts";
import { FileSpreadsheet } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import type { Text } from "#kernel/text.ts";
import type { StepCode } from "../steps.ts";
import type { Choices, Setup } from "./useSetup.tsx";

export interface FormProps {
  readonly setup: Setup;
  readonly choices: Choices;
}

interface StepFormProps {
  readonly setup: Setup;
  readonly step: StepCode;
  readonly label?: Text;
  /** Steps that others do not stand on may be left out. */
  readonly skips?: boolean;
  readonly aside?: ReactNode;
  save(): Promise<unknown>;
  readonly children: ReactNode;
}

/** The form of a step: what is wrong stands over its buttons, with the way to the page that puts it right. */
export function StepForm({ setup, step, label = ["保存并继续", "Save and continue"], skips, aside, save, children }: StepFormProps) {
  const t = useText();
  const { trouble, busy } = setup;
  // What stands under its field already is only counted beside the button.
  const isAtFields = trouble !== null && trouble.fix === null && Object.keys(trouble.fields).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {trouble && !isAtFields ? (
          <Notice tone="error" alert action={<FixLink fix={trouble.fix} className="pg-link" />}>
            {trouble.text}
          </Notice>
        ) : null}
        <Inline>
          <button type="submit" className="s-btn" data-kind="primary" disabled={busy}>
            {t(label)}
          </button>
          {aside}
          {skips ? (
            <button
              type="button"
              className="s-btn"
              data-kind="quiet"
              disabled={busy}
              onClick={() => void setup.run("doSkip", { step, skipped: true })}
            >
              {t(["暂时跳过", "Skip for now"])}
            </button>
          ) : null}
          {trouble && isAtFields ? (
            <span role="alert">
              <Mark tone="error">{trouble.text}</Mark>
            </span>
          ) : null}
        </Inline>
      </Stack>
    </form>
  );
}

/** The other way to bring them in: all at once, from a workbook. */
export function ByWorkbook() {
  const t = useText();
  return (
    <button type="button" className="s-btn" onClick={() => void openPage({ path: "masterWorkbook" })}>
      <FileSpreadsheet size={14} aria-hidden />
      {t(["用工作簿导入", "Import a workbook"])}
    </button>
  );
}
