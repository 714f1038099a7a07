import { Box } from "#kernel/web/block/Box.tsx";
import { Checklist, ChecklistStep } from "#kernel/web/block/Checklist.tsx";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import type { Text } from "#kernel/text.ts";
import { toast } from "#kernel/web/message.ts";
import { Check, ChevronDown, Copy, Minus, TriangleAlert } from "lucide-react";
import { useState, type ComponentType } from "react";
import type { StepCode, StepState } from "../steps.ts";
import { ApprovalForm } from "./ApprovalForm.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { FirstOrderForm } from "./FirstOrderForm.tsx";
import { GoodsForm } from "./GoodsForm.tsx";
import { PeopleForm } from "./PeopleForm.tsx";
import { PlacesForm } from "./PlacesForm.tsx";
import type { FormProps } from "./StepForm.tsx";
import { SupplierForm } from "./SupplierForm.tsx";
import type { Setup, ShownStep } from "./useSetup.tsx";

const names: Readonly<Record<StepCode, Text>> = {
  COMPANY: ["公司", "Company"],
  ORGANISATION: ["组织", "Organisation"],
  PEOPLE: ["同事与职责", "People and roles"],
  APPROVAL: ["审批", "Approval"],
  GOODS: ["物料", "Materials"],
  SUPPLIERS: ["供应商", "Suppliers"],
  FIRST_ORDER: ["第一张订单", "First order"],
};

const forms: Readonly<Record<Exclude<StepCode, "PEOPLE">, ComponentType<FormProps>>> = {
  COMPANY: CompanyForm,
  ORGANISATION: PlacesForm,
  APPROVAL: ApprovalForm,
  GOODS: GoodsForm,
  SUPPLIERS: SupplierForm,
  FIRST_ORDER: FirstOrderForm,
};

interface Account {
  readonly name: string;
  readonly userName: string;
  readonly password: string;
}

const words: Readonly<Record<StepState, Text>> = {
  OPEN: ["待填写", "To do"],
  DONE: ["已完成", "Done"],
  SKIPPED: ["已跳过", "Skipped"],
  BLOCKED: ["等待前一步", "Not yet"],
};
const tones: Readonly<Record<StepState, Tone>> = { OPEN: "info", DONE: "success", SKIPPED: "neutral", BLOCKED: "neutral" };
/** Nobody can approve: the step waits for a decision, not for its turn. */
const undecided: Text = ["待处理", "Needs a choice"];

/** The list of steps with the form of the one at work; it can be left at any time, since what is done stands in the data. */
export function Assistant({ setup, first }: { readonly setup: Setup; readonly first?: StepCode | undefined }) {
  const t = useText();
  const { state, choices } = setup;
  const [picked, setPicked] = useState<StepCode | null>(first ?? null);
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  if (!state) return null;
  const next = state.steps.find((step) => step.state === "OPEN")?.code ?? null;
  const shown = picked ?? next;
  const pick = (code: StepCode): void => {
    setup.calm();
    setPicked(code === shown ? null : code);
  };
  // Once a step is done the list goes on by itself.
  const moving: Setup = {
    ...setup,
    run: async (name, body) => {
      const outcome = await setup.run(name, body);
      // Whoever has opened another step meanwhile stays there.
      if (outcome) setPicked((now) => (now === picked ? null : now));
      if (outcome?.over) toast.success(["启用完成：第一张订单已收货。", "All set: your first order was received."]);
      return outcome as never;
    },
  };
  const count = state.steps.filter((step) => step.state === "DONE").length;
  return (
    <Checklist
      title={t(["启用系统", "Set up your company"])}
      label={t(["启用向导", "Set-up assistant"])}
      done={count}
      of={state.steps.length}
      note={state.over ? null : t(["随时可以离开，回来接着做。", "Leave at any time and come back: what is done stays done."])}
      result={accounts.length > 0 ? <Accounts accounts={accounts} onClose={() => setAccounts([])} /> : null}
    >
      {state.steps.map((step, i) => (
        <StepRow
          key={step.code}
          step={step}
          number={i + 1}
          isShown={shown === step.code && !state.over}
          atWork={shown}
          isOver={state.over}
          onPick={pick}
        >
          {choices === null || shown !== step.code || state.over ? null : step.state === "BLOCKED" &&
            step.after !== "PEOPLE" ? null : step.code === "PEOPLE" ? (
            <PeopleForm setup={moving} choices={choices} onOpened={setAccounts} />
          ) : (
            <FormOf code={step.code} setup={moving} choices={choices} />
          )}
        </StepRow>
      ))}
    </Checklist>
  );
}

function FormOf({ code, ...props }: FormProps & { readonly code: Exclude<StepCode, "PEOPLE"> }) {
  const Form = forms[code];
  return <Form {...props} />;
}

interface StepRowProps {
  readonly step: ShownStep;
  readonly number: number;
  readonly isShown: boolean;
  /** The step whose form is open: nothing has to lead there. */
  readonly atWork: StepCode | null;
  readonly isOver: boolean;
  onPick(code: StepCode): void;
  readonly children: React.ReactNode;
}

function StepRow({ step, number, isShown, atWork, isOver, onPick, children }: StepRowProps) {
  const t = useText();
  const isUnmanned = step.state === "BLOCKED" && step.code === "APPROVAL" && step.after === "PEOPLE";
  return (
    <ChecklistStep
      mark={
        step.state === "DONE" ? (
          <Check size={13} />
        ) : isUnmanned ? (
          <TriangleAlert size={13} />
        ) : step.state === "SKIPPED" ? (
          <Minus size={13} />
        ) : (
          number
        )
      }
      tone={isUnmanned ? "warning" : tones[step.state]}
      title={t(names[step.code])}
      note={step.note}
      state={t(isUnmanned ? undecided : words[step.state])}
      buttons={isOver || isShown ? null : <StepButtons step={step} isUnmanned={isUnmanned} atWork={atWork} onPick={onPick} />}
      open={isShown}
    >
      {children}
    </ChecklistStep>
  );
}

const openWords: Readonly<Partial<Record<StepState, Text>>> = { DONE: ["修改", "Change"], SKIPPED: ["补上", "Do it now"] };

interface StepButtonsProps {
  readonly step: ShownStep;
  readonly isUnmanned: boolean;
  readonly atWork: StepCode | null;
  onPick(code: StepCode): void;
}

/** Opens the step, or leads to the one that has to come first; the approval of documents may also be chosen otherwise. */
function StepButtons({ step, isUnmanned, atWork, onPick }: StepButtonsProps) {
  const t = useText();
  const first = step.state === "BLOCKED" ? step.after : undefined;
  return (
    <>
      {first && first !== atWork ? (
        <button type="button" className="pg-link" onClick={() => onPick(first)}>
          {t([`先做「${names[first][0]}」`, `${names[first][1]} first`])}
        </button>
      ) : null}
      {first && !isUnmanned ? null : (
        <button type="button" className="s-btn" aria-expanded={false} onClick={() => onPick(step.code)}>
          {t(isUnmanned ? ["选择方式", "Choose"] : (openWords[step.state] ?? ["填写", "Fill in"]))}
          <ChevronDown size={13} aria-hidden />
        </button>
      )}
    </>
  );
}

function Accounts({ accounts, onClose }: { readonly accounts: readonly Account[]; onClose(): void }) {
  const t = useText();
  const copy = (): void =>
    void navigator.clipboard?.writeText(accounts.map((account) => `${account.name}\t${account.userName}\t${account.password}`).join("\n"));
  return (
    <Box title={t(["账号已开通，初始密码只显示这一次", "Accounts created. The first passwords are shown only now"])} now>
      <Stack>
        <PlainTable
          label={t(["新账号", "New accounts"])}
          rows={accounts}
          rowKey={(account) => account.userName}
          dense
          columns={[
            { key: "name", title: t(["姓名", "Name"]), cell: (account) => account.name },
            { key: "account", title: t(["账号", "Account"]), cell: (account) => account.userName },
            { key: "password", title: t(["初始密码", "First password"]), cell: (account) => <Words code>{account.password}</Words> },
          ]}
        />
        <Inline>
          <button type="button" className="s-btn" onClick={copy}>
            <Copy size={13} aria-hidden />
            {t(["复制", "Copy"])}
          </button>
          <button type="button" className="s-btn" data-kind="quiet" onClick={onClose}>
            {t(["知道了", "Done"])}
          </button>
        </Inline>
      </Stack>
    </Box>
  );
}
