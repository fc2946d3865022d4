import {
  BRASS,
  type Drawing,
  disc,
  INK,
  line,
  oval,
  PAPER,
  rect,
  repeat,
  ring,
  SILVER,
  STEEL,
  shape,
  turned,
  WOOD,
} from './canvas.ts'

export const TECHNOLOGY_DRAWINGS: Readonly<Record<string, Drawing>> = {
  'film-camera': (p) =>
    rect(95, 108, 210, 128, INK, 14) +
    rect(95, 108, 210, 34, SILVER, 14) +
    shape('M160 110 L176 82 H224 L240 110 Z', SILVER) +
    rect(110, 96, 30, 14, STEEL, 4) +
    disc(272, 102, 14, STEEL) +
    rect(95, 142, 210, 66, p.main) +
    disc(200, 178, 56, INK) +
    disc(200, 178, 44, STEEL) +
    disc(200, 178, 36, INK) +
    disc(200, 178, 24, p.dark) +
    disc(190, 168, 8, p.light) +
    rect(262, 150, 28, 16, PAPER, 3),
  lens: (p) =>
    turned(
      -18,
      200,
      160,
      rect(95, 104, 60, 112, INK, 8) +
        rect(150, 110, 96, 100, p.dark, 6) +
        rect(162, 110, 14, 100, p.accent) +
        rect(190, 110, 10, 100, INK) +
        rect(206, 110, 10, 100, INK) +
        rect(222, 110, 10, 100, INK) +
        rect(242, 98, 54, 124, INK, 10) +
        oval(296, 160, 16, 60, STEEL) +
        oval(297, 160, 12, 48, p.main) +
        oval(293, 148, 5, 18, p.light),
    ),
  telescope: (p) =>
    line('M200 170 L140 250 M200 170 L262 250 M200 170 V250', WOOD, 9) +
    turned(
      -28,
      200,
      160,
      rect(90, 136, 200, 48, p.main, 8) +
        rect(268, 128, 34, 64, p.dark, 6) +
        rect(66, 146, 30, 28, INK, 4) +
        rect(52, 152, 18, 16, STEEL, 3) +
        rect(130, 120, 80, 12, INK, 6),
    ) +
    disc(200, 172, 13, BRASS) +
    disc(310, 62, 3, BRASS) +
    disc(334, 96, 2, BRASS) +
    disc(288, 44, 2, BRASS),
  'graphics-card': (p) =>
    rect(70, 110, 12, 120, SILVER, 2) +
    rect(82, 116, 250, 98, INK, 10) +
    rect(90, 124, 234, 82, p.dark, 8) +
    rect(120, 214, 90, 12, BRASS) +
    repeat(
      [
        [140, 165],
        [210, 165],
        [280, 165],
      ],
      disc(0, 0, 33, INK) +
        [0, 60, 120, 180, 240, 300]
          .map((turn) => turned(turn, 0, 0, shape('M0 0 Q14 -8 10 -29 Q-2 -30 -4 -18 Z', STEEL)))
          .join('') +
        disc(0, 0, 9, p.accent),
    ),
  laptop: (p) =>
    rect(110, 82, 180, 126, INK, 10) +
    rect(119, 91, 162, 108, p.main, 3) +
    shape('M119 199 L190 120 L222 158 L240 140 L281 199 Z', p.dark) +
    disc(246, 116, 12, p.accent) +
    shape('M84 212 H316 L332 236 H68 Z', SILVER) +
    rect(68, 234, 264, 10, STEEL, 5) +
    rect(172, 218, 56, 10, STEEL, 3),
  smartphone: (p) =>
    rect(148, 58, 104, 196, INK, 18) +
    rect(155, 66, 90, 180, p.light, 12) +
    shape('M155 190 Q200 140 245 176 V234 Q245 246 233 246 H167 Q155 246 155 234 Z', p.main) +
    disc(218, 112, 16, p.accent) +
    rect(182, 72, 36, 9, INK, 5) +
    rect(180, 236, 40, 4, PAPER, 2),
  'vintage-computer': (p) =>
    rect(128, 66, 144, 116, '#d9d2c0', 10) +
    rect(142, 78, 116, 88, INK, 12) +
    rect(150, 86, 100, 72, p.dark, 8) +
    line('M160 102 H206 M160 116 H190', p.light, 5) +
    rect(160, 126, 8, 10, p.light) +
    rect(160, 180, 80, 14, '#c4bca8') +
    shape('M92 196 H308 L324 246 H76 Z', '#d9d2c0') +
    repeat(
      [
        [100, 204],
        [96, 217],
        [92, 230],
      ],
      Array.from({ length: 13 }, (_, key) => rect(key * 15, 0, 12, 9, key % 6 === 5 ? p.accent : '#7b7465', 2)).join(''),
    ),
  console: (p) =>
    shape(
      'M120 120 H280 Q318 120 326 168 L336 216 Q338 240 316 238 Q300 236 284 206 H116 Q100 236 84 238 Q62 240 64 216 L74 168 Q82 120 120 120 Z',
      p.main,
    ) +
    rect(118, 142, 16, 48, INK, 4) +
    rect(102, 158, 48, 16, INK, 4) +
    disc(274, 146, 9, p.accent) +
    disc(274, 186, 9, PAPER) +
    disc(254, 166, 9, INK) +
    disc(294, 166, 9, p.light) +
    rect(176, 148, 20, 8, p.dark, 4) +
    rect(204, 148, 20, 8, p.dark, 4) +
    disc(168, 194, 16, p.dark) +
    disc(232, 194, 16, p.dark),
  headphones: (p) =>
    line('M112 190 Q112 74 200 74 Q288 74 288 190', INK, 16) +
    line('M122 180 Q124 88 200 88 Q276 88 278 180', p.main, 8) +
    rect(92, 168, 46, 76, INK, 18) +
    rect(262, 168, 46, 76, INK, 18) +
    rect(126, 172, 22, 68, p.dark, 11) +
    rect(252, 172, 22, 68, p.dark, 11) +
    disc(112, 206, 10, p.accent) +
    disc(288, 206, 10, p.accent),
  turntable: (p) =>
    rect(76, 106, 248, 132, WOOD, 8) +
    rect(84, 114, 232, 104, p.dark, 4) +
    disc(176, 166, 62, STEEL) +
    disc(176, 166, 56, INK) +
    ring(176, 166, 44, '#454b56', 2) +
    ring(176, 166, 34, '#454b56', 2) +
    disc(176, 166, 20, p.accent) +
    disc(176, 166, 3, PAPER) +
    disc(284, 134, 14, SILVER) +
    line('M284 134 V184 L246 202', SILVER, 7) +
    rect(232, 196, 20, 12, INK, 2) +
    disc(294, 204, 6, p.light) +
    rect(92, 238, 26, 10, INK) +
    rect(282, 238, 26, 10, INK),
  loudspeaker: (p) =>
    repeat(
      [
        [112, 62],
        [214, 62],
      ],
      rect(0, 0, 76, 188, WOOD, 5) +
        rect(6, 6, 64, 176, INK, 3) +
        disc(38, 40, 16, STEEL) +
        disc(38, 40, 9, p.light) +
        disc(38, 92, 25, STEEL) +
        disc(38, 92, 20, p.main) +
        disc(38, 92, 8, p.dark) +
        disc(38, 148, 25, STEEL) +
        disc(38, 148, 20, p.main) +
        disc(38, 148, 8, p.dark),
    ),
  'tube-radio': (p) =>
    rect(80, 92, 240, 150, WOOD, 26) +
    rect(94, 104, 212, 76, p.light, 12) +
    line(
      'M110 116 V170 M122 116 V170 M134 116 V170 M146 116 V170 M158 116 V170 M170 116 V170 M182 116 V170 M194 116 V170 M206 116 V170 M218 116 V170 M230 116 V170 M242 116 V170 M254 116 V170 M266 116 V170 M278 116 V170 M290 116 V170',
      p.main,
      3,
    ) +
    rect(124, 190, 152, 24, PAPER, 3) +
    line('M132 202 H268', STEEL, 2) +
    line('M196 192 V212', p.accent, 3) +
    disc(104, 208, 14, BRASS) +
    disc(296, 208, 14, BRASS) +
    rect(128, 222, 144, 10, PAPER, 2) +
    oval(200, 112, 9, 6, '#7fc08a') +
    rect(100, 242, 24, 8, INK) +
    rect(276, 242, 24, 8, INK),
  synthesizer: (p) =>
    shape('M66 116 H334 V236 H66 Z', INK) +
    rect(74, 124, 252, 44, p.dark, 3) +
    Array.from({ length: 9 }, (_, knob) => disc(92 + knob * 22, 138, 7, knob % 4 === 2 ? p.accent : SILVER)).join('') +
    Array.from(
      { length: 9 },
      (_, fader) => rect(90 + fader * 22, 150, 4, 14, INK) + rect(87 + fader * 22, 151 + ((fader * 5) % 9), 10, 4, PAPER),
    ).join('') +
    rect(286, 130, 34, 28, p.light, 2) +
    Array.from({ length: 14 }, (_, key) => rect(75 + key * 18, 174, 17, 56, PAPER, 2)).join('') +
    [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((key) => rect(87 + key * 18, 174, 11, 34, INK, 1)).join('') +
    rect(52, 104, 16, 140, WOOD, 3) +
    rect(332, 104, 16, 140, WOOD, 3),
  drill: (p) =>
    rect(128, 94, 138, 58, p.main, 16) +
    rect(256, 102, 30, 42, INK, 6) +
    shape('M286 108 L312 117 V129 L286 138 Z', STEEL) +
    line('M312 123 H350', SILVER, 6) +
    shape('M142 148 H196 L184 214 H140 Z', p.dark) +
    shape('M196 152 H212 Q214 172 196 176 Z', INK) +
    rect(118, 212, 92, 34, INK, 7) +
    rect(128, 220, 40, 8, p.accent, 3) +
    rect(144, 108, 60, 10, p.light, 5) +
    rect(136, 126, 26, 6, p.dark, 3),
  'coffee-machine': (p) =>
    rect(116, 66, 168, 60, SILVER, 10) +
    rect(116, 84, 168, 30, p.main) +
    rect(216, 120, 68, 110, STEEL, 4) +
    rect(104, 226, 192, 22, INK, 6) +
    rect(140, 124, 52, 16, INK, 4) +
    line('M142 142 L110 148', WOOD, 11) +
    rect(150, 140, 32, 10, STEEL) +
    shape('M146 184 H188 L182 222 H152 Z', PAPER) +
    line('M188 192 Q204 194 184 210', PAPER, 5) +
    line('M162 152 V182 M172 152 V182', WOOD, 3) +
    disc(250, 100, 13, PAPER) +
    line('M250 100 L257 93', p.accent, 3) +
    disc(138, 99, 6, p.accent) +
    rect(232, 144, 36, 8, INK, 4) +
    line('M262 150 Q274 180 268 208', SILVER, 6) +
    rect(130, 56, 140, 10, STEEL, 4),
}
