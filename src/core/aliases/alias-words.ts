function split(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** 64 words that offend nobody, with whatever noun they come together. */
export const adjectives = split(`
  amber ancient autumn azure balmy brave breezy bright brisk calm candid chilly clear clever cosy crisp curious dapper
  distant dusty eager early fabled fair fluffy frosty gentle gilded glad golden hardy hazel hidden humble ivory jolly
  keen kind lively lofty lucid lunar mellow merry mild misty modest noble olive patient placid polar quiet rapid rosy
  rustic silver snowy steady sunny tidy vivid warm witty
`);

/** 64 things and animals. */
export const nouns = split(`
  acorn anchor apple badger barley basin beacon birch bison brook canoe cedar cliff clover comet crane creek dune
  ember falcon fern finch fjord forest fox garden glade grove harbor heron hill island ivy juniper kite lagoon lake
  lantern larch lark linden lynx maple marsh meadow moss oak orchard otter pebble pine plum quill raven reed ridge
  river robin sparrow spruce thistle tulip willow wren
`);
