"""How people make the gold: studies as steps, sheets and journals of actions, without database or browser."""
