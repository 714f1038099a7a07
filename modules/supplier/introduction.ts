import { lookup, type Part } from "#kernel/module.ts";
import { introductionEvents, introductionPrograms, introductionTodos } from "./introduction.events.ts";
import { introductionMenus } from "./introduction.menus.ts";
import { introductionRoles } from "./introduction.roles.ts";
import { requirement } from "./requirement.entity.ts";
import { scene } from "./scene.entity.ts";
import { configRules } from "./scene.rules.ts";
import { track } from "./track.entity.ts";
import { trackAnswers, trackRules } from "./track.rules.ts";

/** By which path suppliers are introduced, which proofs are asked of them, and how far each one is. */
export const introduction: Part = {
  entities: [scene, requirement, track],
  rules: [...configRules, ...trackRules],
  answers: trackAnswers,
  menus: introductionMenus,
  roles: introductionRoles,
  buttons: { btnTestMatch: { label: ["试匹配", "Test match"], icon: "crosshair" } },
  events: introductionEvents,
  todos: introductionTodos,
  informs: {
    SrmSlcIntroduceTrack: {
      doSkip: { nobody: "A step inside the house is left out; nothing is wanted of the supplier" },
      doStop: ["INTRODUCTION_STOPPED"],
    },
  },
  programs: introductionPrograms,
  lookups: {
    SCENE_TYPE: lookup("引入场景类型", "Scenario type", {
      NEW: ["新供应商", "New"],
      EXPAND_CATEGORY: ["扩品类", "New category"],
      EXPAND_ORG: ["扩组织", "New organisation"],
      RETURN: ["恢复", "Return"],
      CUSTOMER_DESIGNATED: ["客户指定", "Customer designated"],
      EMERGENCY: ["紧急", "Emergency"],
      TEMP_TO_FORMAL: ["临时转正", "Temporary to formal"],
    }),
    REQUIRE_STAGE: lookup("资质使用环节", "Stage of a requirement", {
      REGISTER: ["注册", "Registration"],
      QUALIFY: ["审查", "Qualification"],
      YEARLY: ["年审", "Yearly"],
    }),
    EXPIRE_ACTION: lookup("资质过期动作", "On expiry", {
      WARN: ["提醒", "Warn"],
      BLOCK_SOURCING: ["禁止寻源", "Block sourcing"],
      BLOCK_ORDER: ["禁止下单", "Block orders"],
    }),
    TRACK_STATUS: lookup("引入状态", "Track status", {
      RUNNING: ["进行中", "In progress"],
      PASSED: ["通过", "Passed"],
      FAILED: ["未通过", "Failed"],
      STOPPED: ["终止", "Stopped"],
    }),
    TRACK_NODE_STATUS: lookup("引入节点状态", "Node status", {
      WAITING: ["未开启", "Waiting"],
      OPEN: ["已开启", "Open"],
      DOING: ["进行中", "In progress"],
      PASSED: ["通过", "Passed"],
      CONDITIONAL: ["有条件通过", "Conditional"],
      SKIPPED: ["跳过", "Skipped"],
      FAILED: ["未通过", "Failed"],
    }),
  },
};
