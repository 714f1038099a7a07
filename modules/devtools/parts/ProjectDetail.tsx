import type { Seen } from "#kernel/seen.ts";
import { Detail } from "#kernel/web/block/Detail.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { project as projectEntity } from "../favourite-starter.entity.ts";
import { RecordForm } from "./RecordForm.tsx";

/** One project: what it is called, which modules it claims, who looks after it. */
export function ProjectDetail({ project }: { readonly project: Seen<typeof projectEntity> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const name = language === "EN" ? String(project.nameEn || project.nameCn) : String(project.nameCn);
  return (
    <Detail
      height="scroll"
      title={name}
      code={String(project.projectCode)}
      facts={
        <span>
          {say(["模块按编码列出，未列出的归第一个项目", "Modules are listed by code; unlisted ones belong to the first project"])}
        </span>
      }
    >
      <RecordForm
        entity={projectEntity}
        row={project}
        keys={["nameCn", "nameEn", "version", "ownerUserId", "serviceBase", "tablePrefix", "moduleCodes"]}
      />
    </Detail>
  );
}
