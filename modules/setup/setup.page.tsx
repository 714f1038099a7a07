import { Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { later } from "#kernel/web/part/later.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { useSetup } from "./parts/useSetup.tsx";
import { stepCodes } from "./steps.ts";

/** Loaded where something is left to set up: every home asks, few show it. */
const Assistant = later(() => import("./parts/Assistant.tsx").then((loaded) => loaded.Assistant));

export const page = { route: "setup", title: ["启用向导", "Set-up assistant"], home: true };

export default function SetupPage() {
  return (
    <OwnPage>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const t = useText();
  const title = usePageTitle(["启用向导", "Set-up assistant"]);
  const setup = useSetup();
  const { query } = useTab();
  const truth = setup.state?.over
    ? t(["系统已在使用：以后在各自的页面维护。", "The system is in use: everything is changed on its own page from now on."])
    : t(["从空系统到第一张收货的订单。", "From an empty system to the first order received."]);
  return (
    <PageFrame title={title} truth={truth}>
      <Stack scroll>
        <Assistant setup={setup} first={stepCodes.find((code) => code === query.step)} />
      </Stack>
    </PageFrame>
  );
}

/** On the administrator's home until nothing is left to do. */
export function HomeLead() {
  const setup = useSetup();
  if (!setup.state || setup.state.complete || setup.state.over) return null;
  return <Assistant setup={setup} />;
}
