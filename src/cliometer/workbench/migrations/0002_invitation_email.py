from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workbench", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="invitation", name="email", field=models.EmailField(blank=True, default="", max_length=254),
            preserve_default=False,
        ),
    ]  # fmt: skip
