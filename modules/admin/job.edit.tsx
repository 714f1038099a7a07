import { listsBelow } from "./parts/listsBelow.tsx";
import { person } from "./person.entity.ts";
import { position } from "./position.entity.ts";

/** A job: its default responsibilities, who has it and which positions belong to it. */
export const slots = listsBelow(
  {
    entity: person,
    name: "job.people",
    title: ["担任此职务的员工", "People in this job"],
    where: (id) => ({ jobId: [id], personStatus: ["ACTIVE", "LEAVING"] }),
    columns: ["personName", "personNum", "orgId", "deptId", "personStatus"],
    empty: ["没有员工担任此职务", "Nobody has this job"],
  },
  {
    entity: position,
    name: "job.positions",
    title: ["属于此职务的岗位", "Positions of this job"],
    where: (id) => ({ jobId: [id] }),
    columns: ["positionName", "positionCode", "orgId", "deptId", "levelId", "enabledFlag"],
    empty: ["没有岗位属于此职务", "No position belongs to this job"],
  },
);
