import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { AllotWizard } from "./parts/AllotWizard.tsx";
import { positionAllot } from "./position.entity.ts";

/** One assignment that exists is a plain document; new ones are made by the wizard, many at a time. */
export default function AllotPage() {
  const { query } = useTab();
  return <Ground>{query["id"] ? <EditPage entity={positionAllot} /> : <AllotWizard start={query} />}</Ground>;
}
